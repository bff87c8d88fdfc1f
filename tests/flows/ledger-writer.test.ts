import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noFunds } from '../../src/server/ledger/rules/customer-funds.ts';
import type { LedgerEntry } from '../../src/server/ledger/ledger-writer.ts';
import { customerFact, ledgerValues, postEntries } from '../../src/server/ledger/ledger-writer.ts';
import { verifyLedger } from '../../src/server/ledger/verify-ledger.ts';
import { loadSnapshot } from '../../src/server/trading/position-rows.ts';
import type { TradingFloor } from '../support/trading-floor.ts';
import { insertApproved, openTradingFloor } from '../support/trading-floor.ts';

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

async function deposit(accountId: number, amountMinor: number, balanceAfterMinor: number) {
  const at = new Date('2026-11-20T12:00:00Z');
  return depositOf(await insertApproved(floor.database, { accountId, typeId: 11, amountMinor, at }), {
    ...{ accountId, amountMinor, balanceAfterMinor },
  });
}

function depositOf(
  key: string,
  { accountId, amountMinor, balanceAfterMinor }: { accountId: number; amountMinor: number; balanceAfterMinor: number },
) {
  const fact = { id: randomUUID(), businessKey: `deposit:${key}`, recordedAt: new Date('2026-11-20T12:00:00Z') };
  const funds = { ...noFunds, balanceMinor: balanceAfterMinor - amountMinor };
  const against = { book: 'provider', party: 'bank' } as const;
  return customerFact(funds, { ...fact, accountId, change: { customer: amountMinor }, against }).entry;
}

const post = (...entries: LedgerEntry[]) =>
  floor.database.transaction((connection) => postEntries(connection, entries));

test('entries set each customer’s balances to those after the last entry', async () => {
  const [first, second] = [await floor.openAccount({ balanceMinor: 0 }), await floor.openAccount({ balanceMinor: 0 })];
  await post(await deposit(first, 500, 500), await deposit(second, 70, 70), await deposit(first, -200, 300));
  expect((await loadSnapshot(floor.database, first)).balanceMinor).toBe(300);
  expect((await loadSnapshot(floor.database, second)).balanceMinor).toBe(70);
});

test('a fact is posted once: its business key refuses the second, of which nothing is stored', async () => {
  const accountId = await floor.openAccount({ balanceMinor: 0 });
  const known = { accountId, typeId: 11, amountMinor: 500 };
  const key = await insertApproved(floor.database, { ...known, at: new Date(floor.clock.now) });
  await post(depositOf(key, { ...known, balanceAfterMinor: 500 }));
  await expect(post(depositOf(key, { ...known, balanceAfterMinor: 1_000 }))).rejects.toThrow('business_key');
  expect((await loadSnapshot(floor.database, accountId)).balanceMinor).toBe(500);
});

test('an entry that does not sum to zero is a bug and throws', () => {
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
