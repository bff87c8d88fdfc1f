import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { typeIds } from '../../lib/transactions/transaction-types.ts';
import { holdBlocked } from '../accounts/accounts-rows.ts';
import { tellServer } from '../accounts/news/account-news.ts';
import type { AuditActor, RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Database, Queries } from '../db/database.ts';
import { longestLockWait, orUnavailable } from '../db/lock-wait.ts';
import { postEntries } from '../ledger/ledger-writer.ts';
import { postPayout, postRelease } from '../ledger/posting-rules.ts';
import type { Runtime } from '../runtime.ts';
import type { TellOfMoney } from './tell-of-money.ts';
import type { HeldTransaction } from './money-rows.ts';
import { accountOfTransaction, insertStep, lockFunds, lockTransaction, updateStatus } from './money-rows.ts';
import type { StepEffect, WithdrawalStep } from './rules/decide-withdrawal.ts';
import { decideStep } from './rules/decide-withdrawal.ts';

export interface StepParts {
  database: Pick<Database, 'transaction'>;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  tellOfMoney: TellOfMoney;
  /** Called after the commit. */
  moneyMoved: (accountId: number) => void;
}

export interface StepRequest {
  transactionId: string;
  step: WithdrawalStep;
  actor: AuditActor;
  /** The account that must own the withdrawal; absent if an operator takes the step. */
  accountId?: number;
  origin?: RequestOrigin;
  /** The reason shown to the customer. */
  reason?: string;
  /**
   * Why it is approved or sent although its customer is blocked; recorded in the audit log, but not shown to the
   * customer.
   */
  despiteBlock?: string;
  /** The party that paid it out, such as `bank`. */
  party?: string;
}

/**
 * Takes a step of a withdrawal. Status, step, ledger entry, audit record and what the customer is told (of every step
 * but the check) are written in one database transaction, under the lock of the account. Of two parallel attempts only
 * one has an effect, and a repeat changes nothing. `isNew`: whether this call took the step.
 *
 * Problems: NOT_FOUND (also if it belongs to another account or is not a withdrawal); TRANSACTION_CLOSED;
 * ACCOUNT_BLOCKED for approving or sending it without `despiteBlock` while the customer is blocked; UNAVAILABLE if the
 * account stays locked by others.
 */
export async function stepWithdrawal(
  parts: StepParts,
  request: StepRequest,
): Promise<Result<{ accountId: number; isNew: boolean }>> {
  const done = parts.database.transaction((connection) => recordStep(connection, parts, request), longestLockWait);
  const result = await orUnavailable(done);
  if (result.ok) parts.moneyMoved(result.accountId);
  return result;
}

async function recordStep(
  connection: Queries,
  { runtime, tellOfMoney }: StepParts,
  request: StepRequest,
): Promise<Result<{ accountId: number; isNew: boolean }>> {
  const { transactionId, step } = request;
  const accountId = await accountOfTransaction(connection, transactionId);
  if (accountId === null || (request.accountId !== undefined && request.accountId !== accountId))
    return refuse('NOT_FOUND');
  // Lock order everywhere: the account, then the transaction. Another order could deadlock.
  const funds = await lockFunds(connection, accountId);
  const held = await lockTransaction(connection, transactionId);
  if (!funds || held?.typeId !== typeIds.withdrawal) return refuse('NOT_FOUND');
  const decision = decideStep(held, step);
  if (!decision.ok) return decision;
  if (!decision.effect) return { ok: true, accountId, isNew: false };
  if (await isBarred(connection, accountId, request)) return refuse('ACCOUNT_BLOCKED');
  const at = new Date(runtime.now());
  await updateStatus(connection, { id: transactionId, status: decision.effect.status, at });
  const byOperator = request.actor.startsWith('operator:') ? request.actor.slice('operator:'.length) : undefined;
  await insertStep(connection, { transactionId, step, at, byOperator, reason: request.reason });
  const entry = entryOf(decision.effect, funds, { held, id: runtime.newId(), at, party: request.party ?? 'bank' });
  if (entry) await postEntries(connection, [entry]);
  const why = request.reason ?? request.despiteBlock;
  await writeAudit(connection, {
    ...{
      id: runtime.newId(),
      at,
      event: 'withdrawal_stepped',
      actor: request.actor,
      accountId,
      origin: request.origin,
    },
    details: { transaction: transactionId, step, ...(why !== undefined && { why }) },
  });
  if (step !== 'checked') {
    const { amountMinor, language } = held;
    const news = { happened: step, accountId, transactionId, amountMinor, language } as const;
    await tellOfMoney(connection, { ...news, reason: request.reason });
  }
  // An operator's command runs in another process, so the running server needs a message.
  if (byOperator !== undefined) await tellServer(connection, accountId);
  return { ok: true, accountId, isNew: true };
}

/** Whether the customer is blocked and no reason is given to proceed nevertheless. */
async function isBarred(connection: Queries, accountId: number, { step, despiteBlock }: StepRequest): Promise<boolean> {
  if ((step !== 'approved' && step !== 'sent') || despiteBlock !== undefined) return false;
  return holdBlocked(connection, accountId);
}

interface Moved {
  held: HeldTransaction;
  id: string;
  at: Date;
  party: string;
}

function entryOf(
  { money }: StepEffect,
  funds: NonNullable<Awaited<ReturnType<typeof lockFunds>>>,
  { held: { id: transactionId, accountId, amountMinor }, id, at, party }: Moved,
) {
  const fact = { id, recordedAt: at, accountId, transactionId, amountMinor };
  if (money === 'waits') return null;
  return (money === 'leaves' ? postPayout(funds, { ...fact, party }) : postRelease(funds, fact)).entry;
}
