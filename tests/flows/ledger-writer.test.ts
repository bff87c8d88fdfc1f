import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LedgerEntry } from '../../src/server/ledger/ledger-writer.ts';
import { customerEntry, ledgerValues, postEntries } from '../../src/server/ledger/ledger-writer.ts';
import { verifyLedger } from '../../src/server/ledger/verify-ledger.ts';
import { loadSnapshot } from '../../src/server/trading/position-rows.ts';
import type { TradingFloor } from '../support/trading-floor.ts';
import { openTradingFloor } from '../support/trading-floor.ts';

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

function deposit(accountId: number, amountMinor: number, balanceAfterMinor: number, key: string = randomUUID()) {
  const fact = { id: randomUUID(), businessKey: `deposit:${key}`, recordedAt: new Date('2026-11-20T12:00:00Z') };
  return customerEntry({ ...fact, accountId, amountMinor, balanceAfterMinor, against: 'provider' });
}

const post = (...entries: LedgerEntry[]) =>
  floor.database.transaction((connection) => postEntries(connection, entries));

test('entries set the balances of their customers to what the last of each leaves', async () => {
  const [first, second] = [await floor.openAccount({ balanceMinor: 0 }), await floor.openAccount({ balanceMinor: 0 })];
  await post(deposit(first, 500, 500), deposit(second, 70, 70), deposit(first, -200, 300));
  expect((await loadSnapshot(floor.database, first)).balanceMinor).toBe(300);
  expect((await loadSnapshot(floor.database, second)).balanceMinor).toBe(70);
});

test('a fact is posted once: its business key refuses the second, and nothing of it stays', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const key = randomUUID();
  await post(deposit(accountId, 500, 500, key));
  await expect(post(deposit(accountId, 500, 1_000, key))).rejects.toThrow('business_key');
  expect((await loadSnapshot(floor.database, accountId)).balanceMinor).toBe(500);
});

test('an entry that does not sum to zero is a bug', () => {
  const postings = [{ book: 'house', amountMinor: 1 }] as const;
  const entry = { id: randomUUID(), businessKey: 'x', recordedAt: new Date(0), postings };
  expect(() => ledgerValues([entry])).toThrow('do not sum to zero');
});

test('the books are append-only', async () => {
  const accountId = await floor.openAccount();
  const change = (statement: string) => floor.database.query(statement, [accountId]);
  await expect(change('update ledger_postings set amount_minor = 1 where account_id = $1')).rejects.toThrow(
    'append-only',
  );
  await expect(change('delete from ledger_postings where account_id = $1')).rejects.toThrow('append-only');
  expect(await verifyLedger(floor.database)).toMatchObject({ holds: true });
});
