import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { typeIds } from '../../lib/transactions/transaction-types.ts';
import { holdBlocked } from '../accounts/accounts-rows.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { SecondFactorCheck } from '../auth/log-in.ts';
import type { Database, Queries } from '../db/database.ts';
import { longestLockWait, orUnavailable } from '../db/lock-wait.ts';
import { postEntries } from '../ledger/ledger-writer.ts';
import { postReservation } from '../ledger/posting-rules.ts';
import type { Runtime } from '../runtime.ts';
import type { TellOfMoney } from './tell-of-money.ts';
import type { RepeatableRequest } from './money-rows.ts';
import { findRepeat, insertStep, insertTransaction, lockFunds } from './money-rows.ts';
import { releaseBonuses } from './release-bonuses.ts';
import { decideWithdrawal } from './rules/decide-withdrawal.ts';

export interface WithdrawalParts {
  database: Pick<Database, 'transaction'>;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  checkSecondFactor: SecondFactorCheck;
  /** Formats an amount of minor units for the customer. */
  amountText: (minor: number) => string;
  /** How many times a bonus has to be traded before it can be withdrawn; null: it never can. */
  bonusTurnover: number | null;
  tellOfMoney: TellOfMoney;
  /** Called after the commit. */
  moneyMoved: (accountId: number) => void;
}

export interface WithdrawalRequest {
  accountId: number;
  /** Above zero. */
  amountMinor: number;
  comments: string;
  /** The client's id of the request: a repeat returns the first withdrawal. */
  requestId: string | null;
  /** The customer's language; null if unknown. */
  language: string | null;
  code: string | undefined;
  deviceToken: string | undefined;
  origin: RequestOrigin;
}

/**
 * Requests a withdrawal: the amount leaves the balance at once, is reserved, and waits for an operator. Due bonuses are
 * released first, so they can be withdrawn. Transaction, steps, ledger entries, audit record and mail are written in
 * one database transaction. It commits even if the second factor's code is wrong, so that the attempt is counted.
 *
 * Problems: ACCOUNT_BLOCKED; SECOND_FACTOR_REQUIRED; SECOND_FACTOR_WRONG; TOO_MANY_REQUESTS; INSUFFICIENT_FUNDS;
 * VALIDATION with `amount`, or with `request_id` if that id was used for a different request; UNAVAILABLE if the
 * account stays locked by others.
 */
export async function requestWithdrawal(
  parts: WithdrawalParts,
  request: WithdrawalRequest,
): Promise<Result<{ transactionId: string }>> {
  const done = parts.database.transaction((connection) => reserve(connection, parts, request), longestLockWait);
  const result = await orUnavailable(done);
  if (result.ok) parts.moneyMoved(request.accountId);
  return result;
}

async function reserve(
  connection: Queries,
  parts: WithdrawalParts,
  { accountId, amountMinor, requestId, code, deviceToken, ...asked }: WithdrawalRequest,
): Promise<Result<{ transactionId: string }>> {
  const { runtime, checkSecondFactor, amountText, bonusTurnover: turnover } = parts;
  // Lock the account first: of two parallel requests with the same id, the second then sees the result of the first.
  const locked = await lockFunds(connection, accountId);
  if (!locked) throw new Error(`There is no account ${accountId}`);
  // Blocking ends all sessions, but this request may already have been on its way.
  if (await holdBlocked(connection, accountId)) return refuse('ACCOUNT_BLOCKED');
  const request = { accountId, typeId: typeIds.withdrawal, amountMinor: -amountMinor, provider: null, requestId };
  const repeat = await findRepeat(connection, request);
  if (repeat) return repeat;
  const funds = await releaseBonuses(connection, runtime, { accountId, funds: locked, turnover });
  const decision = decideWithdrawal(funds, amountMinor, amountText);
  if (!decision.ok) return decision;
  const shown = { accountId, openedBy: 'password', code, origin: asked.origin, deviceToken } as const;
  const passed = await checkSecondFactor(shown, connection);
  if (!passed.ok) return passed;
  return begin(connection, parts, { ...asked, request, funds });
}

interface Passed extends Pick<WithdrawalRequest, 'comments' | 'language' | 'origin'> {
  request: RepeatableRequest;
  funds: Parameters<typeof postReservation>[0];
}

async function begin(
  connection: Queries,
  { runtime, tellOfMoney }: Pick<WithdrawalParts, 'runtime' | 'tellOfMoney'>,
  { request, comments, language, funds, origin }: Passed,
): Promise<Result<{ transactionId: string }>> {
  const { accountId, amountMinor } = request;
  const transactionId = runtime.newId();
  const at = new Date(runtime.now());
  const transaction = { ...request, id: transactionId, status: 'pending', comments, language, createdAt: at } as const;
  if (!(await insertTransaction(connection, transaction))) {
    // A deposit with the same request id was committed in the meantime: deposits do not lock the account.
    const repeat = await findRepeat(connection, request);
    if (repeat) return repeat;
    throw new Error('A withdrawal was not written, but no transaction has its request id');
  }
  await insertStep(connection, { transactionId, step: 'requested', at });
  const fact = { id: runtime.newId(), recordedAt: at, accountId, transactionId, amountMinor };
  await postEntries(connection, [postReservation(funds, fact).entry]);
  const details = { transaction: transactionId, amount_minor: -amountMinor };
  await writeAudit(connection, {
    ...{ id: runtime.newId(), at, event: 'withdrawal_requested', actor: 'customer', accountId, origin, details },
  });
  const news = { happened: 'requested', accountId, transactionId, amountMinor, language, comments } as const;
  await tellOfMoney(connection, news);
  return { ok: true, transactionId };
}
