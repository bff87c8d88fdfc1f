import { beforeEach, expect, test } from 'vitest';
import { useOperatorFloor } from './operator-floor.ts';

/** Withdrawals that a customer requested before an operator blocked them. */

const { at, audited, customer, funds, query, type, typeAs, withdraw } = useOperatorFloor();
const despite = ['--reason', 'The owner confirmed it by phone'];
const barred = {
  ok: false,
  text: 'The customer is blocked. Decline it, or use --reason to say why it goes ahead anyway. The reason is for the audit log; the customer does not see it.',
};

const last = async (...args: string[]) => (await type(...args)).text.split('\n').at(-1);
const next = (step: string) => `Next: transactions ${step} ${id.slice(0, 8)}`;

const block = (since: Date | null) =>
  query('update accounts set blocked_at = $2 where id = $1', [customer.accountId, since]);

let id: string;
beforeEach(async () => {
  id = await withdraw(40_000);
});

test('a withdrawal of a blocked customer is marked, in the list and in its details', async () => {
  const list = async () => (await type('list', '--email', customer.email)).text;
  expect(await list()).not.toContain('blocked');
  expect((await type('show', id)).text).not.toContain('blocked');
  await block(at);
  expect(await list()).toMatch(/\n {4}customer blocked since 2026-11-02 12:00 UTC\n {4}comments: To my bank$/);
  expect((await type('show', id)).text).toMatch(/\nblocked {3}since 2026-11-02 12:00 UTC\n/);
});

test('a withdrawal of a blocked customer is shown with the reason of the newest block', async () => {
  const blocked = (why: string, minutesAgo: number) =>
    query(
      `insert into audit_entries (id, at, event, actor, account_id, details)
       values (gen_random_uuid(), $1, 'account_blocked', 'operator:ada', $2, $3)`,
      [new Date(at.getTime() - minutesAgo * 60_000), customer.accountId, { why }],
    );
  await blocked('Police report 17', 1);
  await blocked('Asked for it', 2);
  expect((await type('show', id)).text).not.toContain('Police');
  await block(at);
  expect((await type('show', id)).text).toMatch(/\nblocked {3}since 2026-11-02 12:00 UTC: Police report 17\n/);
});

test('a withdrawal of a blocked customer names the next command, and that it needs a reason', async () => {
  await block(at);
  expect(await last('show', id)).toBe(next('check'));
  expect(await last('check', id)).toBe(`${next('approve')} --reason "…"`);
  expect(await last('approve', id, ...despite)).toBe(`${next('send')} --reason "…"`);
  await block(null);
  expect(await last('show', id)).toBe(next('send'));
});

test('a withdrawal of a blocked customer needs a reason to be approved and sent, which no customer reads', async () => {
  await block(at);
  expect(await type('check', id)).toMatchObject({ ok: true });
  expect(await type('approve', id)).toEqual(barred);
  expect(await funds()).toMatchObject({ reservedMinor: 40_000 });
  expect(await type('approve', id, ...despite)).toMatchObject({ ok: true });
  expect(await type('send', id)).toEqual(barred);
  expect(await funds()).toMatchObject({ reservedMinor: 40_000 });
  expect(await type('send', id, ...despite)).toMatchObject({ ok: true });
  expect(await funds()).toMatchObject({ balanceMinor: 60_000, reservedMinor: 0 });
  const why = 'The owner confirmed it by phone';
  expect((await audited()).map(({ details }) => details)).toEqual([
    { transaction: id, step: 'checked' },
    { transaction: id, step: 'approved', why },
    { transaction: id, step: 'sent', why },
  ]);
  const { rows } = await query(
    'select reason from transaction_steps where transaction_id = $1 and reason is not null',
    [id],
  );
  expect(rows).toEqual([]);
});

test('a withdrawal of a blocked customer is declined as usual, and steps already taken are reported as usual', async () => {
  await block(at);
  expect(await type('decline', id, '--reason', 'Not by you')).toMatchObject({ ok: true });
  expect((await typeAs('bob', 'send', id, ...despite)).text).toMatch(/^It was declined by ada, /);
  expect((await type('approve', id)).text).toMatch(/^It was declined by ada, /);
  expect(await funds()).toMatchObject({ balanceMinor: 100_000, reservedMinor: 0 });
});

test('a withdrawal needs no reason once the block ends, and giving one is refused', async () => {
  await block(at);
  await type('check', id);
  await block(null);
  expect((await type('approve', id, ...despite)).text).toMatch(/^A withdrawal is approved as requested/);
  expect(await type('approve', id)).toMatchObject({ ok: true });
  expect((await type('send', id, ...despite)).text).toBe('The customer is not blocked, so send takes no --reason.');
  expect(await type('send', id)).toMatchObject({ ok: true });
});
