import { describe, expect, test } from 'vitest';
import { insertStep, insertTransaction } from '../../../src/server/payments/money-rows.ts';
import { useOperatorFloor } from './operator-floor.ts';

/** The operator's commands for deposits, and for what they give and take by hand. */

const { at, audited, customer, deposit, funds, queries, reported, type, typeAs } = useOperatorFloor();

describe('a deposit', () => {
  test('by bank is credited once, when an operator says so', async () => {
    const id = await deposit();
    const answers = await Promise.all([typeAs('ada', 'approve', id), typeAs('bob', 'approve', id)]);
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await funds()).toMatchObject({ balanceMinor: 125_000 });
    expect((await type('list', '--email', customer.email)).text).toBe('None found.');
    expect(await type('decline', id, '--reason', 'x')).toMatchObject({ ok: false });
  });

  test('with another amount is credited with that amount, and a repeated report changes nothing', async () => {
    const id = await deposit({ typeId: 1, provider: 'cards', askAt: at });
    await reported(id, { amountMinor: 24_000 });
    expect(await funds()).toMatchObject({ balanceMinor: 100_000 });
    const why = ['--amount', '240', '--reason', 'Your bank kept a fee'];
    expect(await type('approve', id, ...why)).toMatchObject({ ok: true });
    expect(await funds()).toMatchObject({ balanceMinor: 124_000 });
    const { text } = await type('show', id);
    expect(text).toMatch(/\namount {4}EUR 240\.00\nasked for EUR 250\.00\n/);
    expect(text).toMatch(/\napproved {3}2026-11-02 \S+ {2}ada {2}Your bank kept a fee\n/);
    expect(text).toMatch(/ {2}provider cards +EUR -240\.00/);
    expect(await reported(id, { amountMinor: 24_000 })).toMatchObject({ decision: { kind: 'nothing' } });
    expect(await type('approve', id, '--amount', '250')).toMatchObject({
      ok: false,
      text: 'It was already credited with EUR 240.00.',
    });
  });

  test('without a payment still shows the requested amount', async () => {
    const id = await deposit({ provider: null });
    const request = ['approve', id, '--amount', '200.5'];
    const other = 'This is not the amount that was requested. Say why with --reason. The customer reads it.';
    expect(await type(...request)).toEqual({ ok: false, text: other });
    const unreported = 'No provider reported how much arrived. Say how you know with --reason. The customer reads it.';
    expect(await type('approve', id, '--amount', '250')).toEqual({ ok: false, text: unreported });
    expect(await funds()).toMatchObject({ balanceMinor: 100_000 });
    const credited = await type(...request, '--reason', 'Your bank kept a fee');
    expect(credited.text).toMatch(/ EUR 200\.50 .*\n {4}credited EUR 200\.50, asked for EUR 250\.00$/);
    expect((await type('show', id)).text).toContain('\nnote      credited EUR 200.50, asked for EUR 250.00\n');
  });

  test('that was refunded after its credit waits until an operator has dealt with it', async () => {
    const id = await deposit({ typeId: 1, provider: 'cards', askAt: at });
    await reported(id, {});
    await reported(id, { outcome: 'refunded' });
    expect((await type('list', '--email', customer.email)).text).toMatch(
      /refunded EUR 250\.00.*, credited with EUR 250\.00/,
    );
    expect(await type('deposit', customer.email, '-250', '--reason', 'Charged back', '--by', 'cards')).toMatchObject({
      ok: true,
    });
    expect(await type('approve', id)).toMatchObject({ ok: true });
    expect((await type('list', '--email', customer.email)).text).toBe('None found.');
    expect(await funds()).toMatchObject({ balanceMinor: 100_000 });
  });

  test('that was declined is not credited, unless its money arrives after all', async () => {
    const id = await deposit({ provider: null });
    expect(await type('decline', id, '--reason', 'Nothing came')).toMatchObject({ ok: true });
    expect(await type('decline', id, '--reason', 'Nothing came')).toMatchObject({ ok: false });
    expect(await funds()).toMatchObject({ balanceMinor: 100_000 });
    const text =
      'It was declined. If the money has arrived anyway, say how much with --amount and why with --reason. The customer reads the reason.';
    expect(await type('approve', id)).toEqual({ ok: false, text });
    expect(await funds()).toMatchObject({ balanceMinor: 100_000 });
    const late = ['--amount', '250', '--reason', 'It came a day later'];
    expect(await type('approve', id, ...late)).toMatchObject({ ok: true });
    expect(await funds()).toMatchObject({ balanceMinor: 125_000 });
  });

  test('cannot be sent or checked', async () => {
    const id = await deposit();
    expect(await type('send', id)).toEqual({ ok: false, text: 'This is not a withdrawal.' });
    expect(await type('return', id, '--reason', 'x')).toEqual({ ok: false, text: 'This is not a withdrawal.' });
  });
});

describe('an id', () => {
  const some = 'abcdef01-2345-4000-8000-00000000000';

  test('may be its beginning if that is unique', async () => {
    for (const id of [`${some}1`, `${some}2`, 'abcdef02-2345-4000-8000-000000000001']) {
      const row = {
        id,
        accountId: customer.accountId,
        typeId: 2,
        status: 'pending',
        amountMinor: 25_000,
        createdAt: at,
      } as const;
      await insertTransaction(queries(), { ...row, comments: null, requestId: null });
      await insertStep(queries(), { transactionId: id, step: 'requested', at });
    }
    const text = `More than one transaction begins with abcdef01-2345:\n${some}1\n${some}2`;
    expect(await type('approve', 'abcdef01-2345')).toEqual({ ok: false, text });
    expect((await type('show', 'ABCDEF02')).text).toMatch(/^id {8}abcdef02-2345-/);
    expect((await type('decline', `${some}2`, '--reason', 'x')).text).toMatch(/\nabcdef01 .* declined /);
    const none = 'There is no transaction whose id begins with abcdef03.';
    expect(await type('approve', 'abcdef03')).toEqual({ ok: false, text: none });
    expect(await funds()).toMatchObject({ balanceMinor: 100_000 });
  });
});

describe('by hand', () => {
  const because = ['--reason', 'Called'];

  test('money, bonuses and credit are given and taken, each in its own book', async () => {
    await type('deposit', customer.email, '10.50', ...because);
    await type('bonus', customer.email, '20', ...because);
    await type('credit', customer.email, '30', ...because);
    await type('fee', customer.email, '1', ...because);
    expect(await funds()).toMatchObject({ balanceMinor: 105_950, bonusMinor: 2_000, creditMinor: 3_000 });
    await type('bonus', customer.email, '-20', ...because);
    await type('credit', customer.email, '-30', ...because);
    expect(await funds()).toMatchObject({ balanceMinor: 100_950, bonusMinor: 0, creditMinor: 0 });
    const records = await audited();
    const types = records.map(({ details }) => details.type).sort();
    expect(types).toEqual([10, 11, 4, 5, 5, 7]);
    expect((await type('list', '--all', '--email', customer.email)).text).toMatch(
      / {2}Bonus adjustment +EUR -20\.00 {2}/,
    );
    expect(records.every(({ event, details }) => event === 'transaction_by_hand' && details.why === 'Called')).toBe(
      true,
    );
  });

  test('no more can be taken than there is', async () => {
    await type('bonus', customer.email, '20', ...because);
    expect(await type('bonus', customer.email, '-20.01', ...because)).toEqual({
      ok: false,
      text: 'At most EUR 20.00 can be taken.',
    });
    expect(await type('fee', customer.email, '1000.01', ...because)).toEqual({
      ok: false,
      text: 'At most EUR 1000.00 can be taken.',
    });
    expect(await funds()).toMatchObject({ balanceMinor: 102_000, bonusMinor: 2_000 });
  });

  test('two operators who take a bonus at once take it once', async () => {
    await type('bonus', customer.email, '20', ...because);
    const taken = await Promise.all([1, 2].map(() => type('bonus', customer.email, '-20', ...because)));
    expect(taken.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test('an unknown email is refused', async () => {
    const outcome = await type('deposit', 'nobody@example.com', '10', ...because);
    expect(outcome).toEqual({ ok: false, text: 'There is no customer with this email.' });
  });
});
