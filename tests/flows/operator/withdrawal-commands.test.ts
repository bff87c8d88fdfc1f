import { describe, expect, test, vi } from 'vitest';
import { report } from '../../../src/server/operator/outcome.ts';
import { useOperatorFloor } from './operator-floor.ts';

/** What operators see of waiting transactions, and the commands that lead withdrawals through their steps. */

const { at, audited, customer, deposit, funds, query, reported, runtime, type, typeAs, withdraw } = useOperatorFloor();

describe('the list', () => {
  const mine = () => type('list', '--email', customer.email);

  test('has withdrawals until they are sent', async () => {
    expect(await mine()).toMatchObject({ ok: true, text: 'None found.' });
    const id = await withdraw(40_000);
    for (const [kind, status, step] of [
      ['check', 'pending', 'requested'],
      ['approve', 'pending', 'checked'],
      ['send', 'approved', 'approved'],
    ] as const) {
      const [head, row, comments, ...more] = (await mine()).text.split('\n');
      const titles = ['id', 'when (UTC)', 'status', 'last step', 'type', 'amount', 'customer', 'payment'];
      expect(head?.split(/ {2,}/)).toEqual(titles);
      const cells = [id.slice(0, 8), '2026-11-02 12:00', status, step, 'Withdrawal', 'EUR -400.00', customer.email];
      expect(row?.split(/ {2,}/)).toEqual(cells);
      expect([comments, ...more]).toEqual(['    comments: To my bank']);
      runtime.advance(1_000);
      expect(await type(kind, id)).toMatchObject({ ok: true });
    }
    expect((await mine()).text).toBe('None found.');
    expect((await type('list', '--all', '--email', customer.email)).text).toContain(id.slice(0, 8));
    expect(await funds()).toMatchObject({ balanceMinor: 60_000, reservedMinor: 0 });
  });

  test('has deposits by bank and held ones, but not those that a provider reports on', async () => {
    const bank = await deposit();
    const card = await deposit({ typeId: 1, provider: 'cards', askAt: at });
    const held = await deposit({ typeId: 1, provider: 'cards', askAt: at });
    await reported(held, { amountMinor: 24_000 });
    const { text } = await mine();
    expect(text).toContain(bank.slice(0, 8));
    expect(text).not.toContain(card.slice(0, 8));
    expect(text).toMatch(
      new RegExp(`${held.slice(0, 8)} .*EUR 250\\.00 .*cards: differs\n    paid EUR 240\\.00, asked for EUR 250\\.00`),
    );
  });
});

/** A withdrawal that was checked and approved. */
async function approvedOf(amountMinor: number): Promise<string> {
  const id = await withdraw(amountMinor);
  for (const kind of ['check', 'approve']) await type(kind, id);
  return id;
}

describe('a withdrawal', () => {
  test('is declined with a reason that its customer reads, and its money is released', async () => {
    const id = await withdraw(40_000);
    expect(await type('decline', id, '--reason', 'Another name on the account')).toMatchObject({ ok: true });
    expect(await funds()).toMatchObject({ balanceMinor: 100_000, reservedMinor: 0 });
    expect((await type('show', id)).text).toMatch(
      /\ndeclined {3}2026-11-02 12:00 {2}ada {2}Another name on the account/,
    );
    const details = { transaction: id, step: 'declined', why: 'Another name on the account' };
    expect(await audited()).toEqual([{ event: 'withdrawal_stepped', details }]);
  });

  const reason = ['--reason', 'x'];

  test.each([
    [[], ['check'], 'checked'],
    [['check'], ['approve'], 'approved'],
    [['check', 'approve'], ['send'], 'sent'],
    [[], ['decline', ...reason], 'declined'],
  ])('after %j of two operators one does %j, and the other is told who', async (before, [act = '', ...more], word) => {
    const id = await withdraw(40_000);
    for (const one of before) await type(one, id);
    const answers = await Promise.all(['ada', 'bob'].map((who) => typeAs(who, act, id, ...more)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const winner = answers[0]?.ok ? 'ada' : 'bob';
    const told = new RegExp(`^It was already ${word} by ${winner}, 2026-11-02 \\d\\d:\\d\\d UTC\\.\nid `);
    expect(answers.find(({ ok }) => !ok)?.text).toMatch(told);
    const { rows } = await query(
      `select by_operator as by from transaction_steps where transaction_id = $1 and step = $2`,
      [id, word],
    );
    expect(rows).toEqual([{ by: winner }]);
  });

  test('of two operators who send and decline at once, the later is told what the other did', async () => {
    const id = await approvedOf(40_000);
    const [sent, declined] = await Promise.all([typeAs('ada', 'send', id), typeAs('bob', 'decline', id, ...reason)]);
    expect([sent.ok, declined.ok].toSorted()).toEqual([false, true]);
    const text = sent.ok ? declined.text : sent.text;
    expect(text).toMatch(
      sent.ok ? /^It was sent by ada, .*\. If the money comes back/ : /^It was declined by bob, .*\. The money is back/,
    );
    expect(await funds()).toMatchObject({ balanceMinor: sent.ok ? 60_000 : 100_000, reservedMinor: 0 });
  });

  test('names the next command for as long as it is under way', async () => {
    const id = await withdraw(40_000);
    const last = async (...args: string[]) => (await type(...args)).text.split('\n').at(-1);
    const next = (step: string) => `Next: transactions ${step} ${id.slice(0, 8)}`;
    expect(await last('show', id)).toBe(next('check'));
    expect(await last('check', id)).toBe(next('approve'));
    expect(await last('check', id), 'done already').toBe(next('approve'));
    expect(await last('approve', id)).toBe(next('send'));
    expect(await last('show', id)).toBe(next('send'));
    for (const args of [
      ['send', id],
      ['show', id],
      ['return', id, ...reason],
      ['show', await deposit()],
    ])
      expect((await type(...args)).text).not.toContain('Next: ');
    const declined = await withdraw(1_000);
    expect((await type('decline', declined, ...reason)).text).not.toContain('Next: ');
  });

  test('names the next command in refusals', async () => {
    const id = await withdraw(40_000);
    const refused = async (...args: string[]) => {
      const { ok, text } = await type(...args);
      return ok ? 'not refused' : text.split('\n')[0];
    };
    const check = 'It has not been checked yet. Check it, then approve and send it.';
    expect([await refused('send', id), await refused('approve', id)]).toEqual([check, check]);
    expect(await funds()).toMatchObject({ balanceMinor: 60_000, reservedMinor: 40_000 });
    expect(await refused('return', id, ...reason)).toBe(
      'It has not been sent yet. To give the money back, use decline.',
    );
    expect(await refused('approve', id, '--amount', '1')).toMatch(/^A withdrawal is approved as requested/);
    expect(await refused('approve', id, ...reason)).toMatch(/^A withdrawal is approved as requested/);
    await type('check', id);
    expect(await refused('send', id)).toBe('It is waiting for approval. Approve it, then send it.');
    await type('approve', id);
    expect(await refused('check', id)).toMatch(/^It was already checked by ada, 2026/);
    await type('send', id);
    expect(await refused('decline', id, ...reason)).toMatch(
      /^It was sent by ada, .* UTC\. If the money comes back, use return/,
    );
    await type('return', id, ...reason);
    expect(await refused('return', id, ...reason)).toMatch(/^It was returned by ada, .* UTC\. The money is back/);
  });

  test('that one operator declined cannot be sent by another, who is told', async () => {
    const id = await approvedOf(40_000);
    expect(await typeAs('bob', 'decline', id, '--reason', 'x')).toMatchObject({ ok: true });
    expect(await type('send', id)).toMatchObject({
      ok: false,
      text: expect.stringMatching(
        /^It was declined by bob, 2026-11-02 .* UTC\. The money is back in the customer’s balance\.\nid/,
      ) as string,
    });
    expect(await funds()).toMatchObject({ balanceMinor: 100_000, reservedMinor: 0 });
  });

  test('that was sent comes back once', async () => {
    const id = await withdraw(40_000);
    expect(await type('return', id, '--reason', 'Wrong IBAN')).toMatchObject({ ok: false });
    await type('check', id);
    await type('approve', id);
    await type('send', id, '--by', 'sandbox');
    const returns = await Promise.all([
      type('return', id, '--reason', 'Wrong IBAN'),
      type('return', id, '--reason', 'Wrong IBAN'),
    ]);
    expect(returns.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await funds()).toMatchObject({ balanceMinor: 100_000, reservedMinor: 0 });
    const text = returns.find(({ ok }) => ok)?.text ?? '';
    expect(text).toMatch(/ {2}Returned withdrawal {2}EUR 400\.00 {2}/);
    const shown = await type('show', text.split('\n')[1]?.slice(0, 8) ?? '');
    expect(shown.text).toMatch(/\n {2,}provider sandbox +EUR -400\.00/);
    expect((await type('show', id)).text).toMatch(/\nreturned {3}2026-11-02 \S+ {2}ada {2}Wrong IBAN/);
  });
});

test('a customer’s text is shown in one line and cannot control the terminal', async () => {
  const id = await withdraw(40_000);
  await query('update transactions set comments = $2 where id = $1', [id, 'AT61\nabc  approved\u001b[2J']);
  expect((await type('list', '--email', customer.email)).text).toMatch(/\n {4}comments: AT61 abc approved/);
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  report(await type('show', id));
  spy.mockRestore();
  expect(written.join('')).toContain('AT61 abc approved\uFFFD[2J');
});
