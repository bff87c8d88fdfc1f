import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import type { LedgerProof } from '../../../src/server/ledger/verify-ledger.ts';
import { checkLedger, verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { seed } from '../../../src/server/seed/seed.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  const openingRates = new Map([['BTCUSD', 96_420.5]]);
  const feed = { feedName: 'test', openingRates, seedHistory: 'short' } as const;
  await seed(database, { ...feed, runtime: systemRuntime, demoData: true });
}, 60_000);

afterAll(() => database.close());

class RolledBack extends Error {}

/** What the proof says of books that were spoilt behind the ledger's back; the spoiling is rolled back. */
async function proofAfter(spoil: string): Promise<LedgerProof> {
  let proof: LedgerProof | undefined;
  const spoilt = database.transaction(async (connection) => {
    await connection.query('alter table ledger_entries disable trigger user');
    await connection.query('alter table ledger_postings disable trigger user');
    await connection.query(spoil);
    proof = await checkLedger(connection);
    throw new RolledBack();
  });
  await expect(spoilt).rejects.toThrow(RolledBack);
  return proof!;
}

const demo = `(select id from accounts where email = 'demo@example.com')`;
const oneClose = `(select id from ledger_entries where business_key like 'close:%' order by business_key limit 1)`;

const sums = 'The postings of each entry sum to zero';
const balances = 'The balance of each account is the sum of its postings';
const chains = 'Each posting of a customer goes on from the balance that the one before it left';
const invested = 'What each account has invested is the sum of the amounts of its open positions';
const counts = 'The number of open positions that each account keeps is how many it has';
const closes = 'Each closed position has its entry, with its profit and to its account';
const noOthers = 'Each entry of a close belongs to a closed position';

describe('the proof of the ledger', () => {
  it('holds for the demo books and says how much it looked at', async () => {
    const { holds, results } = await verifyLedger(database);
    expect(holds).toBe(true);
    expect(results.map(({ title }) => title)).toEqual([sums, balances, chains, invested, counts, closes, noOthers]);
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
      [closes, noOthers],
    ],
    [
      'a closed position has another profit',
      `update positions set profit_minor = profit_minor + 1 where id = (select id from positions limit 1)`,
      [closes],
    ],
  ])('fails when %s', async (_what, spoil, expected) => {
    const { holds, results } = await proofAfter(spoil);
    expect(holds).toBe(false);
    const failed = results.filter(({ faulty }) => faulty > 0);
    expect(failed.map(({ title }) => title)).toEqual(expected);
    for (const { examples } of failed) expect(examples.length).toBeGreaterThan(0);
  });
});
