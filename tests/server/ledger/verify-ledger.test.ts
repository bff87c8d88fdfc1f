import { describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { demo, drop, entryOf, oneClose, oneOf, rename, titles, useBooks } from './spoilt-books.ts';

const { database, failedAfter } = useBooks();
const {
  sums,
  balances,
  chains,
  missing,
  invested,
  counts,
  closes,
  trades,
  known,
  books,
  posted,
  withdrawals,
  reserves,
  steps,
  releases,
  payments,
  providers,
  reasons,
} = titles;

describe('the proof of the ledger', () => {
  it('holds for the demo books and says how much it checked', async () => {
    const { holds, results } = await verifyLedger(database());
    expect(holds).toBe(true);
    expect(results.map(({ title }) => title)).toEqual(Object.values(titles));
    for (const { looked, faulty, examples } of results) {
      expect(looked).toBeGreaterThan(0);
      expect([faulty, examples]).toEqual([0, []]);
    }
  });

  it.each([
    [
      'a cached balance is off by a cent',
      `update accounts set balance_minor = balance_minor + 1 where id = ${demo}`,
      [balances, chains],
    ],
    [
      'a part of the balance is marked as a bonus',
      `update accounts set bonus_minor = bonus_minor + 1 where id = ${demo}`,
      [balances, chains],
    ],
    [
      'more is reserved than was requested',
      `update accounts set reserved_minor = reserved_minor + 1 where id = ${demo}`,
      [balances, chains, reserves],
    ],
    ['a cached invested sum is off', `update accounts set invested_minor = 1 where id = ${demo}`, [invested]],
    ['a cached number is off', `update accounts set open_positions = 1 where id = ${demo}`, [counts]],
    [
      'a posting is off',
      `update ledger_postings set amount_minor = amount_minor + 1 where entry_id = ${oneClose} and line = 0`,
      [sums, balances, chains, closes],
    ],
    [
      'a balance after is off',
      `update ledger_postings set balance_after_minor = balance_after_minor + 1 where entry_id = ${oneClose} and line = 0`,
      [chains],
    ],
    [
      'an entry has no postings',
      `delete from ledger_postings where entry_id = ${oneClose}`,
      [sums, balances, chains, missing, closes],
    ],
    [
      'an entry is named for another position',
      `update ledger_entries set business_key = 'close:' || gen_random_uuid() where id = ${oneClose}`,
      [closes, known],
    ],
    [
      'a closed position has another profit',
      `update positions set profit_minor = profit_minor + 1 where id = (select id from positions limit 1)`,
      [closes, trades],
    ],
    ['an entry is of a kind that there is none of', rename(oneClose, `'gift:' || gen_random_uuid()`), [closes, known]],
    ['a deposit has no entry', drop(entryOf('deposit', oneOf(1))), [balances, chains, missing, posted]],
    [
      'a deposit has another amount than its entry',
      `update transactions set amount_minor = amount_minor + 1 where id = ${oneOf(2)}`,
      [posted],
    ],
    [
      'a deposit that was declined is in the books',
      rename(entryOf('deposit', oneOf(2)), `'deposit:' || ${oneOf(2, 'declined')}`),
      [known, posted],
    ],
    [
      'a bonus is on the book of own money',
      `update ledger_postings set book = 'customer' where book = 'customer_bonus' and entry_id = ${entryOf('bonus', oneOf(4))}`,
      [balances, chains, books],
    ],
    [
      'a deposit is in the books of another customer',
      `update ledger_postings set account_id = ${demo} + 1 where account_id = ${demo} and entry_id = ${entryOf('deposit', oneOf(9))}`,
      [balances, chains, missing, known, posted],
    ],
    [
      'a withdrawal that waits is not reserved',
      drop(entryOf('withdrawal', oneOf(6, 'pending'))),
      [balances, chains, missing, withdrawals],
    ],
    [
      'a withdrawal that was declined still waits',
      drop(entryOf('withdrawal-released', oneOf(6, 'declined'))),
      [balances, chains, missing, withdrawals],
    ],
    [
      'a withdrawal that was sent is still reserved',
      drop(entryOf('withdrawal-sent', oneOf(6))),
      [balances, chains, missing, withdrawals],
    ],
    [
      'a withdrawal was paid out without its step',
      `delete from transaction_steps where step = 'sent' and transaction_id = ${oneOf(6)}`,
      [withdrawals, reserves],
    ],
    [
      'a transaction is approved without its step',
      `delete from transaction_steps where step = 'approved' and transaction_id = ${oneOf(3)}`,
      [steps, reasons],
    ],
    [
      'a declined transaction waits',
      `update transactions set status = 'pending' where id = ${oneOf(2, 'declined')}`,
      [steps],
    ],
    [
      'more of a bonus was released than was given',
      `update transactions set amount_minor = 999 where id = ${oneOf(4)}`,
      [posted, releases],
    ],
    ['a payment failed whose transaction is approved', `update payments set state = 'failed'`, [payments]],
    ['a payment has another amount', `update payments set amount_minor = amount_minor + 1`, [payments]],
    ['a payment was made by another provider', `update payments set provider = 'other'`, [providers, reasons]],
  ])('fails when %s', async (_what, spoil, expected) => {
    const failed = await failedAfter(spoil);
    expect(failed.map(([title]) => title)).toEqual(expected);
    for (const [, example] of failed) expect(example).toMatch(/\S/);
  });
});

describe('the database refuses, for books with a closed position,', () => {
  it.each([
    [
      'to open it again',
      'update positions set closed_at = null, closed_rate = null, closing_reason = null, profit_minor = null where closed_at is not null',
    ],
    ['another profit', 'update positions set profit_minor = profit_minor + 1 where closed_at is not null'],
    ['another rate', 'update positions set closed_rate = closed_rate + 1 where closed_at is not null'],
    ['another reason', 'update positions set closing_reason = 0 where closed_at is not null'],
    ['another level', 'update positions set stop_loss = 1 where closed_at is not null'],
    ['to count fewer postings', 'update ledger_heads set postings = postings - 1'],
    ['to count up to an older entry', 'update ledger_heads set newest = newest - 1'],
    ['to count for another account', 'update ledger_heads set account_id = -account_id'],
  ])('%s', async (_what, statement) => {
    await expect(database().query(statement)).rejects.toThrow('append-only');
  });
});
