import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { TransactionTypeId } from '../../../lib/transactions/transaction-types.ts';
import { tellServer } from '../../accounts/news/account-news.ts';
import { noteFirstDeposit } from '../../affiliates/attribution/note-first-deposit.ts';
import type { AuditActor } from '../../audit/audit-log.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database, Queries } from '../../db/database.ts';
import { isLockTimeout, longestLockWait } from '../../db/lock-wait.ts';
import { postEntries } from '../../ledger/ledger-writer.ts';
import { postTransaction } from '../../ledger/posting-rules.ts';
import type { Runtime } from '../../runtime.ts';
import { insertStep, insertTransaction, lockFunds } from '../money-rows.ts';
import type { TellByMail } from '../mails/tell-by-mail.ts';
import type { HandMove } from '../rules/decide-by-hand.ts';
import { decideMove } from '../rules/decide-by-hand.ts';
import type { WithdrawingAccount } from '../rules/decide-withdrawal.ts';

export interface HandParts {
  database: Pick<Database, 'transaction'>;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /** Who does it: `operator:` and a name. */
  actor: AuditActor;
  /** An amount of minor units as the operator reads it. */
  amountText: (minor: number) => string;
}

/** Of what a customer had asked for, and is told of by mail. */
export interface TellingHandParts extends HandParts {
  tellByMail: TellByMail;
}

export interface HandWish extends HandMove {
  accountId: number;
  /** Where the money of a deposit came from: `manual`, `bank`, or the name of a payment provider. */
  party: string;
  /** Stands in the audit log. */
  why: string;
}

/**
 * Gives a customer money, a bonus or credit, or takes a fee or something back: transaction, steps, entry and audit entry are one
 * database transaction. Not idempotent: each call moves money. Problems: NOT_FOUND, VALIDATION with `amount`, UNAVAILABLE where others
 * keep the account locked.
 */
export function moveByHand(parts: HandParts, wish: HandWish): Promise<Result<{ transactionId: string }>> {
  return orUnavailable(
    parts.database.transaction(async (connection) => {
      const { accountId, party, why } = wish;
      const funds = await lockFunds(connection, accountId);
      if (!funds) return refuse('NOT_FOUND');
      const decision = decideMove(funds, wish, parts.amountText);
      if (!decision.ok) return decision;
      const transactionId = await postByHand(connection, parts, { accountId, funds, ...decision, party });
      const { typeId: type, amountMinor: amount_minor } = decision;
      const details = { transaction: transactionId, type, amount_minor, why };
      await writeDown(connection, parts, { event: 'transaction_by_hand', accountId, details });
      return { ok: true, transactionId };
    }, longestLockWait),
  );
}

/** A transaction that takes effect as it is made: its row, its steps and its entry. The account is locked. */
export async function postByHand(
  connection: Queries,
  { runtime, actor }: HandParts,
  made: {
    accountId: number;
    funds: WithdrawingAccount;
    typeId: TransactionTypeId;
    amountMinor: number;
    party: string;
  },
): Promise<string> {
  const { accountId, funds, typeId, amountMinor, party } = made;
  const transactionId = runtime.newId();
  const at = new Date(runtime.now());
  const row = { id: transactionId, accountId, typeId, status: 'approved', amountMinor, createdAt: at } as const;
  await insertTransaction(connection, { ...row, comments: null, requestId: null });
  for (const step of ['requested', 'approved'] as const) {
    await insertStep(connection, { transactionId, step, at, byOperator: nameOf(actor) });
  }
  const known = { id: runtime.newId(), recordedAt: at, accountId, transactionId };
  await postEntries(connection, [postTransaction(funds, { ...known, typeId, amountMinor, party }).entry]);
  await noteFirstDeposit(connection, runtime, { accountId, typeId, amountMinor, at });
  return transactionId;
}

/** The audit entry of what an operator did to an account, and the notice for the server that runs beside the command. */
export async function writeDown(
  connection: Queries,
  { runtime, actor }: Pick<HandParts, 'runtime' | 'actor'>,
  { accountId, ...entry }: Pick<Parameters<typeof writeAudit>[1], 'event' | 'details'> & { accountId: number },
): Promise<void> {
  const at = new Date(runtime.now());
  await writeAudit(connection, { ...entry, id: runtime.newId(), at, actor, accountId });
  await tellServer(connection, accountId);
}

/** The operator's name as steps keep it. */
export const nameOf = (actor: AuditActor) => actor.replace(/^operator:/, '');

/** A lock that others keep for too long is a refusal. */
export async function orUnavailable<Facts extends object>(result: Promise<Result<Facts>>): Promise<Result<Facts>> {
  try {
    return await result;
  } catch (fault) {
    if (isLockTimeout(fault)) return refuse('UNAVAILABLE');
    throw fault;
  }
}
