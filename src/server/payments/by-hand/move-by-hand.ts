import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { TransactionTypeId } from '../../../lib/transactions/transaction-types.ts';
import { transactionGroupOf, typeIds } from '../../../lib/transactions/transaction-types.ts';
import { tellServer } from '../../accounts/news/account-news.ts';
import type { AuditActor } from '../../audit/audit-log.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database, Queries } from '../../db/database.ts';
import { longestLockWait, orUnavailable } from '../../db/lock-wait.ts';
import { postEntries } from '../../ledger/ledger-writer.ts';
import { postTransaction } from '../../ledger/posting-rules.ts';
import type { SettleParts } from '../inbox/settle-payment.ts';
import type { MoneyNews } from '../tell-of-money.ts';
import {
  accountOfTransaction,
  insertStep,
  insertTransaction,
  lastLanguage,
  lockFunds,
  lockTransaction,
  partyOfPayout,
} from '../money-rows.ts';
import type { HandMove } from '../rules/decide-by-hand.ts';
import { decideMove, decideReturn, isDebit } from '../rules/decide-by-hand.ts';
import type { WithdrawingAccount } from '../rules/decide-withdrawal.ts';

export interface HandParts extends SettleParts {
  database: Pick<Database, 'transaction'>;
  /** The operator, as `operator:<name>`. */
  actor: AuditActor;
  /** Formats an amount of minor units for the operator. */
  amountText: (minor: number) => string;
}

export interface MoveRequest extends HandMove {
  accountId: number;
  /** The source of a deposit: `manual`, `bank`, or the name of a payment provider. */
  party: string;
  /** Recorded in the audit log, and shown to the customer if money is taken. */
  why: string;
}

/**
 * Gives a customer money, a bonus or credit, takes a fee, or takes something back. Transaction, steps, ledger entry,
 * audit record and, if money is taken, the mail about it are written in one database transaction. Not idempotent: each
 * call moves money. Problems: NOT_FOUND; VALIDATION with `amount`; UNAVAILABLE if the account stays locked by others.
 */
export function moveByHand(parts: HandParts, request: MoveRequest): Promise<Result<{ transactionId: string }>> {
  return orUnavailable(
    parts.database.transaction(async (connection) => {
      const { accountId, party, why } = request;
      const funds = await lockFunds(connection, accountId);
      if (!funds) return refuse('NOT_FOUND');
      const decision = decideMove(funds, request, parts.amountText);
      if (!decision.ok) return decision;
      const reason = isDebit(request) ? why : undefined;
      const transactionId = await postByHand(connection, parts, { accountId, funds, ...decision, party, reason });
      const { typeId: type, amountMinor: amount_minor } = decision;
      const details = { transaction: transactionId, type, amount_minor, why };
      await writeDown(connection, parts, { event: 'transaction_by_hand', accountId, details });
      if (reason !== undefined)
        await tellOfTaking(connection, parts, { accountId, ...decision, transactionId, reason });
      return { ok: true, transactionId };
    }, longestLockWait),
  );
}

async function tellOfTaking(
  connection: Queries,
  { tellOfMoney }: HandParts,
  { typeId, ...taken }: Pick<MoneyNews, 'accountId' | 'amountMinor' | 'transactionId' | 'reason'> & { typeId: number },
): Promise<void> {
  const [group, language] = [transactionGroupOf(typeId), await lastLanguage(connection, taken.accountId)];
  await tellOfMoney(connection, { happened: 'taken', ...taken, group, language });
}

/**
 * Writes a transaction that takes effect at once: its row, steps and ledger entry. The caller holds the lock of the
 * account.
 */
async function postByHand(
  connection: Queries,
  { runtime, onCredited, actor }: HandParts,
  made: {
    accountId: number;
    funds: WithdrawingAccount;
    typeId: TransactionTypeId;
    amountMinor: number;
    party: string;
    /** The reason shown to the customer. */
    reason?: string | undefined;
  },
): Promise<string> {
  const { accountId, funds, typeId, amountMinor, party, reason } = made;
  const transactionId = runtime.newId();
  const at = new Date(runtime.now());
  const row = { id: transactionId, accountId, typeId, status: 'approved', amountMinor, createdAt: at } as const;
  await insertTransaction(connection, { ...row, comments: null, requestId: null });
  const byOperator = nameOf(actor);
  await insertStep(connection, { transactionId, step: 'requested', at, byOperator });
  await insertStep(connection, { transactionId, step: 'approved', at, byOperator, reason });
  const known = { id: runtime.newId(), recordedAt: at, accountId, transactionId };
  await postEntries(connection, [postTransaction(funds, { ...known, typeId, amountMinor, party }).entry]);
  await onCredited(connection, runtime, { accountId, typeId, amountMinor, at });
  return transactionId;
}

/**
 * Writes the audit record of an operator's act on an account, and the message by which a running server learns of it.
 */
export async function writeDown(
  connection: Queries,
  { runtime, actor }: Pick<HandParts, 'runtime' | 'actor'>,
  { accountId, ...record }: Pick<Parameters<typeof writeAudit>[1], 'event' | 'details'> & { accountId: number },
): Promise<void> {
  const at = new Date(runtime.now());
  await writeAudit(connection, { ...record, id: runtime.newId(), at, actor, accountId });
  await tellServer(connection, accountId);
}

/** The operator's name as it is stored in steps. */
export const nameOf = (actor: AuditActor) => actor.replace(/^operator:/, '');

/**
 * Returns the money of a withdrawal to its customer after the payout bounced. Writes a transaction of its own for the
 * money, marks the withdrawal as returned and sends a mail, all in one database transaction. If two operators act at
 * once, only one has an effect. Problems: NOT_FOUND (also if it is not a withdrawal); TRANSACTION_CLOSED if it was not
 * sent or was returned before; UNAVAILABLE.
 */
export function returnWithdrawal(
  parts: HandParts,
  request: { withdrawalId: string; why: string },
): Promise<Result<{ transactionId: string; accountId: number }>> {
  return orUnavailable(
    parts.database.transaction((connection) => recordReturn(connection, parts, request), longestLockWait),
  );
}

async function recordReturn(
  connection: Queries,
  parts: HandParts,
  { withdrawalId, why }: { withdrawalId: string; why: string },
): Promise<Result<{ transactionId: string; accountId: number }>> {
  const accountId = await accountOfTransaction(connection, withdrawalId);
  if (accountId === null) return refuse('NOT_FOUND');
  const funds = await lockFunds(connection, accountId);
  const held = await lockTransaction(connection, withdrawalId);
  if (!funds || held?.typeId !== typeIds.withdrawal) return refuse('NOT_FOUND');
  const decision = decideReturn(held.steps);
  if (!decision.ok) return decision;
  const at = new Date(parts.runtime.now());
  const byOperator = nameOf(parts.actor);
  await insertStep(connection, { transactionId: withdrawalId, step: 'returned', at, byOperator, reason: why });
  const made = { accountId, funds, typeId: typeIds.withdrawalReturned, amountMinor: -held.amountMinor } as const;
  const party = await partyOfPayout(connection, withdrawalId);
  const transactionId = await postByHand(connection, parts, { ...made, party });
  const details = { transaction: transactionId, withdrawal: withdrawalId, amount_minor: -held.amountMinor, why };
  await writeDown(connection, parts, { event: 'withdrawal_returned', accountId, details });
  const news = { happened: 'returned', accountId, transactionId: withdrawalId, amountMinor: held.amountMinor } as const;
  await parts.tellOfMoney(connection, { ...news, language: held.language, reason: why });
  return { ok: true, transactionId, accountId };
}
