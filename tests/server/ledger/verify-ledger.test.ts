import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import type { LedgerProof } from '../../../src/server/ledger/verify-ledger.ts';
import { postEntries } from '../../../src/server/ledger/ledger-writer.ts';
import { postBonusRelease } from '../../../src/server/ledger/posting-rules.ts';
import { checkLedger, verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { lockFunds } from '../../../src/server/payments/money-rows.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { seed } from '../../../src/server/seed/seed.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  const openingRates = new Map([['BTCUSD', 96_420.5]]);
  const feed = { feedName: 'test', openingRates, seedHistory: 'short' } as const;
  await seed(database, { ...feed, runtime: systemRuntime, demoData: true });
  await makeWhole();
}, 60_000);

/** What the demo's books have none of: a deposit by a provider, and a bonus that became the customer's own in part. */
async function makeWhole(): Promise<void> {
  await database.query(
    `insert into payments (transaction_id, account_id, provider, state, amount_minor, currency, updated_at)
     select id, account_id, 'demo', 'succeeded', amount_minor, 'EUR', now() from transactions where id = ${oneOf(1)}`,
  );
  await database.transaction(async (connection) => {
    const { rows } = await connection.query<{ accountId: number; transactionId: string }>(
      `select account_id as "accountId", id as "transactionId" from transactions where id = ${oneOf(4)}`,
    );
    const bonus = rows[0]!;
    const funds = await lockFunds(connection, bonus.accountId);
    const fact = { ...bonus, id: randomUUID(), recordedAt: new Date(), amountMinor: 1_000 };
    await postEntries(connection, [postBonusRelease(funds!, fact).entry]);
  });
}

afterAll(() => database.close());

class RolledBack extends Error {}

/** What the proof says of books that were spoilt behind the ledger's back; the spoiling is rolled back. */
async function proofAfter(spoil: string): Promise<LedgerProof> {
  let proof: LedgerProof | undefined;
  const spoilt = database.transaction(async (connection) => {
    await connection.query('alter table ledger_entries disable trigger user');
    await connection.query('alter table ledger_postings disable trigger user');
    await connection.query('alter table transaction_steps disable trigger user');
    await connection.query(spoil);
    proof = await checkLedger(connection);
    throw new RolledBack();
  });
  await expect(spoilt).rejects.toThrow(RolledBack);
  return proof!;
}

const demo = `(select id from accounts where email = 'demo@example.com')`;
const oneClose = `(select id from ledger_entries where business_key like 'close:%' order by business_key limit 1)`;
const oneOf = (typeId: number, status = 'approved') =>
  `(select id from transactions where account_id = ${demo} and type_id = ${typeId} and status = '${status}' order by created_at limit 1)`;
const entryOf = (kind: string, transaction: string) =>
  `(select id from ledger_entries where business_key = '${kind}:' || ${transaction})`;
const drop = (entry: string) =>
  `delete from ledger_postings where entry_id = ${entry}; delete from ledger_entries where id = ${entry}`;
const rename = (entry: string, key: string) => `update ledger_entries set business_key = ${key} where id = ${entry}`;

const sums = 'The postings of each entry sum to zero';
const balances = 'Balance, bonus, credit and reserve of each account are the sums of its postings';
const chains = 'Each posting of a customer goes on from what the one before it left in its book';
const invested = 'What each account has invested is the sum of the amounts of its open positions';
const counts = 'The number of open positions that each account keeps is how many it has';
const closes = 'Each closed position has its entry, with its profit and to its account';
const known = 'Each entry belongs to something that is known, and to one account';
const books = 'Each posting is on a book of its kind of entry';
const posted =
  'Each transaction that took effect has one entry, with its amount and to its account, and no other has one';
const withdrawals = 'The entries of each withdrawal are as its steps say: reserved, released or paid out';
const reserves = 'What each account has reserved is the sum of its withdrawals that are under way';
const steps = 'The steps of each transaction lead to its status';
const releases = 'No more of a bonus was made the customer’s own than was given';
const payments =
  'Each payment has succeeded if its transaction is approved, and only then; of the same account, and amount, unless an operator credited another';
const providers = 'What a payment brought lies with the provider that it was made by';
const all = [
  ...[sums, balances, chains, invested, counts, closes, known, books, posted, withdrawals, reserves, steps],
  ...[releases, payments, providers],
];

describe('the proof of the ledger', () => {
  it('holds for the demo books and says how much it looked at', async () => {
    const { holds, results } = await verifyLedger(database);
    expect(holds).toBe(true);
    expect(results.map(({ title }) => title)).toEqual(all);
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
      'a part of the balance is called a bonus',
      `update accounts set bonus_minor = bonus_minor + 1 where id = ${demo}`,
      [balances, chains],
    ],
    [
      'more is reserved than was asked for',
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
      [sums, balances, chains, closes],
    ],
    [
      'an entry is named for another position',
      `update ledger_entries set business_key = 'close:' || gen_random_uuid() where id = ${oneClose}`,
      [closes, known],
    ],
    [
      'a closed position has another profit',
      `update positions set profit_minor = profit_minor + 1 where id = (select id from positions limit 1)`,
      [closes],
    ],
    ['an entry is of a kind that there is none of', rename(oneClose, `'gift:' || gen_random_uuid()`), [closes, known]],
    ['a deposit has no entry', drop(entryOf('deposit', oneOf(1))), [balances, chains, posted]],
    [
      'a deposit is of another amount than its entry',
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
      [balances, chains, known, posted],
    ],
    [
      'a withdrawal that waits is not reserved',
      drop(entryOf('withdrawal', oneOf(6, 'pending'))),
      [balances, chains, withdrawals],
    ],
    [
      'a withdrawal that was declined still waits',
      drop(entryOf('withdrawal-released', oneOf(6, 'declined'))),
      [balances, chains, withdrawals],
    ],
    [
      'a withdrawal that was sent is still reserved',
      drop(entryOf('withdrawal-sent', oneOf(6))),
      [balances, chains, withdrawals],
    ],
    [
      'a withdrawal was paid out without its step',
      `delete from transaction_steps where step = 'sent' and transaction_id = ${oneOf(6)}`,
      [withdrawals, reserves],
    ],
    [
      'a transaction is approved without its step',
      `delete from transaction_steps where step = 'approved' and transaction_id = ${oneOf(3)}`,
      [steps],
    ],
    [
      'a transaction waits that was declined',
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
    ['a payment was made by another provider', `update payments set provider = 'other'`, [providers]],
  ])('fails when %s', async (_what, spoil, expected) => {
    const { holds, results } = await proofAfter(spoil);
    expect(holds).toBe(false);
    const failed = results.filter(({ faulty }) => faulty > 0);
    expect(failed.map(({ title }) => title)).toEqual(expected);
    for (const { examples } of failed) expect(examples.length).toBeGreaterThan(0);
  });
});
