import type { Position } from '../../../src/lib/contract/entities.ts';
import { createTransaction } from '../../../src/lib/contract/payments/payment-calls.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { moveByHand } from '../../../src/server/payments/by-hand/move-by-hand.ts';
import type { HandMove } from '../../../src/server/payments/rules/decide-by-hand.ts';
import { stepWithdrawal } from '../../../src/server/payments/step-withdrawal.ts';
import { idOfAccount } from '../../flows/account-lists/demo-owners.ts';
import type { Storage } from '../product/storages.ts';
import { storages } from '../product/storages.ts';
import type { TestApp } from '../test-app.ts';
import { createTestApp, emitTo } from '../test-app.ts';
import { settlingParts } from './settling-parts.ts';

/** A customer's money across two midnights, in a storage that a command can open afterwards. */
export interface LivedDays {
  storage: Storage;
  database: Database;
  shop: TestApp;
  accountId: number;
  /** Valid on 5 November, when everything has happened. */
  accessToken: string;
  /** The profit of the trade, in major units. */
  profit: number;
}

const email = 'limited@example.com';

/**
 * A bonus before 3 November; a deposit at the first instant of that day; a trade and a withdrawal; the withdrawal is
 * sent at the last instant of 4 November, and credit is given one millisecond later.
 */
export async function liveDays(): Promise<LivedDays> {
  const storage = await storages.at(-1)!.open();
  const { DATABASE_URL: databaseUrl = null } = storage.env;
  const database = await openDatabase({ databaseUrl, dataDir: storage.dataDir, poolSize: 4 });
  await migrate(database);
  const shop = await createTestApp({ database });
  const accountId = await idOfAccount(shop, email);
  const known = { database, shop, accountId };
  await move(known, { kind: 'bonus', amountMinor: 20_000 });
  goTo(shop, '2026-11-03T00:00:00.000Z');
  await move(known, { kind: 'deposit', amountMinor: 100_000 });
  goTo(shop, '2026-11-03T09:30:00.000Z');
  const { accessToken: first } = await shop.logIn(email);
  const profit = await trade(shop, first);
  goTo(shop, '2026-11-03T09:40:00.000Z');
  const withdrawal = await withdraw(shop, first, 300);
  goTo(shop, '2026-11-04T23:59:59.999Z');
  for (const step of ['checked', 'approved', 'sent'] as const) await moveToStep(known, withdrawal, step);
  goTo(shop, '2026-11-05T00:00:00.000Z');
  await move(known, { kind: 'credit', amountMinor: 5_000 });
  goTo(shop, '2026-11-05T12:00:00.000Z');
  const { accessToken } = await shop.logIn(email);
  return { storage, ...known, accessToken, profit };
}

type Known = Pick<LivedDays, 'database' | 'shop' | 'accountId'>;

function goTo({ runtime }: TestApp, instant: string): void {
  runtime.advance(Date.parse(instant) - runtime.now());
}

async function move({ database, shop, accountId }: Known, request: HandMove): Promise<void> {
  const { runtime } = shop;
  const parts = { database, ...settlingParts(runtime), actor: 'operator:ada', amountText: String } as const;
  const moved = await moveByHand(parts, { accountId, ...request, party: 'manual', why: 'a test' });
  if (!moved.ok) throw new Error(moved.problem.code);
}

async function trade(shop: TestApp, accessToken: string): Promise<number> {
  shop.feed.confirm('BTCUSD', 60_000, 60_010);
  const socket = await shop.customerSocket(accessToken);
  const order = { direction: 'buy', amount: 100, leverage: 3, price: 60_010, symbol: 'BTCUSD' };
  const opened = await emitTo<Position>(socket, 'openPosition', order);
  if (opened.error) throw new Error(opened.code);
  shop.feed.quote('BTCUSD', 59_500, 59_510);
  const closed = await emitTo<Position>(socket, 'closePosition', { id: opened.data.id, price: 59_500 });
  if (closed.error) throw new Error(closed.code);
  return closed.data.profit;
}

async function withdraw(shop: TestApp, accessToken: string, amount: number): Promise<string> {
  const request = { method: 'withdraw', amount: -amount, comments: 'To my bank' } as const;
  const { body } = await shop.call(createTransaction, { accessToken, body: request });
  if (body.status === 'error') throw new Error(JSON.stringify(body.error));
  return body.data.transaction_id;
}

async function moveToStep(
  { database, shop }: Known,
  transactionId: string,
  step: 'checked' | 'approved' | 'sent',
): Promise<void> {
  const { runtime } = shop;
  const parts = { database, ...settlingParts(runtime) };
  const result = await stepWithdrawal(parts, { transactionId, step, actor: 'operator:ada', party: 'bank' });
  if (!result.ok) throw new Error(result.problem.code);
}
