import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Database, Queries } from '../../../src/server/db/database.ts';
import type { LedgerProof } from '../../../src/server/ledger/verify-ledger.ts';
import { postEntries } from '../../../src/server/ledger/ledger-writer.ts';
import { postBonusRelease, postClose } from '../../../src/server/ledger/posting-rules.ts';
import { checkLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { lockFunds } from '../../../src/server/payments/money-rows.ts';
import { moveByHand } from '../../../src/server/payments/by-hand/move-by-hand.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { seed } from '../../../src/server/seed/seed.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';
import { forgedDeposit } from './forged-deposit.ts';
import { openTestDatabase } from '../../support/test-database.ts';

/** The demo's books with an example of everything, and the result of the proof after they are tampered with. */
export function useBooks() {
  const books = {} as { database: Database };
  beforeAll(async () => {
    books.database = await openTestDatabase();
    const openingRates = new Map([['BTCUSD', 96_420.5]]);
    const feed = { feedName: 'test', openingRates, seedHistory: 'short' } as const;
    await seed(books.database, { ...feed, runtime: systemRuntime, demoData: true });
    await makeWhole(books.database);
  }, 60_000);
  afterAll(() => books.database.close());
  return {
    database: () => books.database,
    /** Returns the titles of the checks that fail after this change, each with its first violation. */
    async failedAfter(spoil: string): Promise<[title: string, example: string | undefined][]> {
      const { holds, results } = await proofAfter(books.database, spoil);
      const failed = results.filter(({ faulty }) => faulty > 0);
      expect(holds).toBe(failed.length === 0);
      return failed.map(({ title, examples }) => [title, examples[0]]);
    },
  };
}

/**
 * Adds what the demo's books lack: a deposit that a provider reported, one by an operator, and a partly released bonus.
 */
async function makeWhole(database: Database): Promise<void> {
  await database.query(forgedDeposit({ account: demo, party: 'quick', hasPayment: true }));
  await database.query(
    `insert into payment_events (id, provider, event_key, body, event, received_at, transaction_id, outcome)
     select gen_random_uuid(), provider, 'one', '', json_build_object('outcome', 'paid', 'amountMinor', amount_minor, 'currency', 'EUR'),
       now(), transaction_id, 'credit' from payments where provider = 'quick'`,
  );
  const parts = { database, ...settlingParts(systemRuntime), actor: 'operator:ada', amountText: String } as const;
  const given = { kind: 'deposit', amountMinor: 5_000, party: 'manual', why: 'Brought in person' } as const;
  const { rows } = await database.query<{ accountId: number }>(
    `select id as "accountId" from accounts where id = ${demo}`,
  );
  await moveByHand(parts, { ...given, ...rows[0]! });
  await database.transaction(async (connection) => {
    const { rows } = await connection.query<{ accountId: number; transactionId: string }>(
      `select account_id as "accountId", id as "transactionId" from transactions where id = ${oneOf(4)}`,
    );
    const bonus = rows[0]!;
    const funds = await lockFunds(connection, bonus.accountId);
    const fact = { ...bonus, id: randomUUID(), recordedAt: new Date(), amountMinor: 1_000 };
    await postEntries(connection, [postBonusRelease(funds!, fact).entry]);
    await close(connection, { rate: 100, profitMinor: 0 });
    await close(connection, { rate: 140, profitMinor: -1_000, reason: 3 });
    await close(connection, { rate: 110, profitMinor: -300 });
  });
}

/** Inserts a position of another customer, opened at 100 and closed now, with its ledger entry. */
async function close(
  connection: Queries,
  { rate, profitMinor, reason = 0 }: { rate: number; profitMinor: number; reason?: 0 | 3 },
): Promise<void> {
  const { rows } = await connection.query<{ accountId: number; positionId: string }>(
    `insert into positions (id, account_id, symbol, direction, amount_minor, leverage, open_rate, opened_at, closed_rate, closed_at,
       closing_reason, profit_minor)
     select gen_random_uuid(), id, 'BTCUSD', 'sell', 1000, 3, 100, now(), $1::float8, now(), $3::smallint, $2::bigint from accounts where id = ${limited}
     returning account_id as "accountId", id::text as "positionId"`,
    [rate, profitMinor, reason],
  );
  const funds = await lockFunds(connection, rows[0]!.accountId);
  const fact = { ...rows[0]!, id: randomUUID(), recordedAt: new Date(), profitMinor };
  await postEntries(connection, [postClose(funds!, fact).entry]);
}

/** Inserts a closed position without profit. */
export const closeFlat = (database: Database) =>
  database.transaction((connection) => close(connection, { rate: 100, profitMinor: 0 }));

class RolledBack extends Error {}

/** The result of the proof after the books were changed directly in the database; the change is rolled back. */
async function proofAfter(database: Database, spoil: string): Promise<LedgerProof> {
  let proof: LedgerProof | undefined;
  const spoilt = database.transaction(async (connection) => {
    await connection.query('alter table ledger_entries disable trigger user');
    await connection.query('alter table ledger_postings disable trigger user');
    await connection.query('alter table transaction_steps disable trigger user');
    await connection.query('alter table payment_events disable trigger user');
    await connection.query('alter table positions disable trigger user');
    await connection.query('alter table audit_entries disable trigger user');
    await connection.query(spoil);
    proof = await checkLedger(connection);
    throw new RolledBack();
  });
  await expect(spoilt).rejects.toThrow(RolledBack);
  return proof!;
}

export const demo = `(select id from accounts where email = 'demo@example.com')`;
export const limited = `(select id from accounts where email = 'limited@example.com')`;
export const oneClose = `(select id from ledger_entries where business_key in (
  select 'close:' || id from positions where account_id = ${demo}) order by business_key limit 1)`;
export const oneOf = (typeId: number, status = 'approved') =>
  `(select id from transactions where account_id = ${demo} and type_id = ${typeId} and status = '${status}' order by created_at limit 1)`;
export const entryOf = (kind: string, transaction: string) =>
  `(select id from ledger_entries where business_key = '${kind}:' || ${transaction})`;
export const drop = (entry: string) =>
  `delete from ledger_postings where entry_id = ${entry}; delete from ledger_entries where id = ${entry}`;
export const rename = (entry: string, key: string) =>
  `update ledger_entries set business_key = ${key} where id = ${entry}`;

/** The titles of the checks, in their order. */
export const titles = {
  sums: 'The postings of each entry sum to zero',
  balances: 'Balance, bonus, credit and reserve of each account are the sums of its postings',
  chains: 'Each customer posting starts from what the previous one left in its book',
  missing: 'Each account has as many postings as the database has counted, up to the same entry',
  invested: 'What each account has invested is the sum of the amounts of its open positions',
  counts: 'The stored number of open positions of each account is right',
  closes: 'Each closed position has an entry with its profit, for its account',
  trades:
    'The rates of each position are those of its quotes, its level was reached, and its profit is what its terms come to',
  known: 'Each entry belongs to one account and to something that exists',
  books: 'Each posting is on a book that its kind of entry uses',
  posted:
    'Each transaction that took effect has one entry, with its amount and for its account; no other transaction has one',
  withdrawals: 'The entries of each withdrawal match its steps: reserved, released or paid out',
  reserves: 'What each account has reserved is the sum of its withdrawals that are under way',
  steps: 'The steps of each transaction lead to its status',
  releases: 'No bonus was released for more than was granted',
  audited:
    'All money in the audit log is in the books: each transaction, each bonus released, each position closed by an operator',
  payments:
    'Each payment succeeded exactly if its transaction is approved, with the same account and amount, unless an operator credited another amount',
  providers: 'The money of each payment is on the book of the provider that took it',
  reasons:
    'Each deposit was credited by a settled report of its provider, of the same payment and amount, or by an operator named in the audit log',
  reported: 'Every deposit that a report credited is credited',
  firsts: 'The first deposit of each account is its earliest one that was not reversed in full',
  referred: 'What affiliates see of each account matches the account',
};
