import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/server/db/database.ts';
import { insertStep, insertTransaction } from '../../../src/server/payments/money-rows.ts';
import { insertPayment } from '../../../src/server/payments/payment-rows.ts';
import { requestWithdrawal } from '../../../src/server/payments/request-withdrawal.ts';
import { settlingParts } from './settling-parts.ts';

/** Puts customers' requests straight into the database, for tests of what happens to them afterwards. */

const noOne = { address: null, userAgent: null };

export interface AskedDeposit {
  accountId: number;
  amountMinor: number;
  /** The transaction type: 2 is the bank. */
  typeId?: number;
  /** Null: no provider was asked for a payment. */
  provider?: string | null;
  /** When its provider is polled; null: it cannot be polled. */
  askAt?: Date | null;
  at: Date;
}

/** Inserts a pending deposit and returns its id. */
export async function askDeposit(database: Database, asked: AskedDeposit): Promise<string> {
  const { accountId, amountMinor, typeId = 2, provider = 'bank', askAt = null, at } = asked;
  const id = randomUUID();
  await database.transaction(async (connection) => {
    const row = { id, accountId, typeId, status: 'pending', amountMinor, createdAt: at } as const;
    await insertTransaction(connection, { ...row, comments: null, requestId: null });
    await insertStep(connection, { transactionId: id, step: 'requested', at });
    if (provider === null) return;
    await insertPayment(connection, {
      ...{ transactionId: id, accountId, provider, amountMinor, currency: 'EUR', at, askAt },
    });
  });
  return id;
}

/** Makes a pending withdrawal with its amount reserved, and returns its id. */
export async function askWithdrawal(
  database: Database,
  { accountId, amountMinor, at }: { accountId: number; amountMinor: number; at: Date },
): Promise<string> {
  const runtime = { now: () => at.getTime(), newId: randomUUID };
  const result = await requestWithdrawal(
    {
      ...{ database, ...settlingParts(runtime) },
      checkSecondFactor: () => Promise.resolve({ ok: true }),
      amountText: String,
      bonusTurnover: null,
      moneyMoved: () => undefined,
    },
    {
      ...{ accountId, amountMinor, comments: 'To my bank', requestId: null, language: null, origin: noOne },
      ...{ code: undefined, deviceToken: undefined },
    },
  );
  if (!result.ok) throw new Error(`A withdrawal was refused: ${result.problem.code}`);
  return result.transactionId;
}
