import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import { holdBlocked } from '../../accounts/accounts-rows.ts';
import type { SecondFactorCheck } from '../../auth/log-in.ts';
import type { RequestOrigin } from '../../audit/audit-log.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database, Queries } from '../../db/database.ts';
import { longestLockWait, orUnavailable } from '../../db/lock-wait.ts';
import { postEntries } from '../../ledger/ledger-writer.ts';
import { postReservation } from '../../ledger/posting-rules.ts';
import type { Runtime } from '../../runtime.ts';
import type { TellByMail } from '../money-mail.ts';
import { releaseBonuses } from '../bonuses/release-bonuses.ts';
import { decideWithdrawal } from '../rules/decide-withdrawal.ts';
import type { RequestedWish } from '../find-repeat.ts';
import { findRepeat } from '../find-repeat.ts';
import { insertStep, insertTransaction, lockFunds } from '../money-rows.ts';

export interface WithdrawalParts {
  database: Pick<Database, 'transaction'>;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  checkSecondFactor: SecondFactorCheck;
  /** An amount of minor units as the customer reads it. */
  amountText: (minor: number) => string;
  /** How many times a bonus has to be traded before it can be paid out; null: it never can. */
  bonusTurnover: number | null;
  tellByMail: TellByMail;
  /** Told after the commit. */
  moneyMoved: (accountId: number) => void;
}

export interface WithdrawalWish {
  accountId: number;
  /** Above zero. */
  amountMinor: number;
  comments: string;
  /** The client's id of the wish: a repeat finds the withdrawal of the first. */
  requestId: string | null;
  /** What the customer reads; null: not known. */
  language: string | null;
  code: string | undefined;
  deviceToken: string | undefined;
  origin: RequestOrigin;
}

/**
 * Asks for money to be paid out: the amount leaves what can be traded with at once, and waits for an operator. Bonuses
 * that have become the customer's own by then can be paid out. Transaction, steps, entries, audit entry and the mail
 * that tells of it are one database transaction; it commits a wrong code of the second factor too, which counts by
 * that.
 *
 * Problems: ACCOUNT_BLOCKED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS, INSUFFICIENT_FUNDS,
 * VALIDATION with `amount` or, where something else was begun with the id of the request, `request_id`, UNAVAILABLE
 * where others keep the account locked.
 */
export async function requestWithdrawal(
  parts: WithdrawalParts,
  wish: WithdrawalWish,
): Promise<Result<{ transactionId: string }>> {
  const done = parts.database.transaction((connection) => reserve(connection, parts, wish), longestLockWait);
  const result = await orUnavailable(done);
  if (result.ok) parts.moneyMoved(wish.accountId);
  return result;
}

async function reserve(
  connection: Queries,
  parts: WithdrawalParts,
  { accountId, amountMinor, requestId, code, deviceToken, ...asked }: WithdrawalWish,
): Promise<Result<{ transactionId: string }>> {
  const { runtime, checkSecondFactor, amountText, bonusTurnover: turnover } = parts;
  // The account first: of two at once with the same request the second sees what the first has done.
  const locked = await lockFunds(connection, accountId);
  if (!locked) throw new Error(`There is no account ${accountId}`);
  // The session that asks was ended with that; this was on its way already.
  if (await holdBlocked(connection, accountId)) return refuse('ACCOUNT_BLOCKED');
  const wish = { accountId, typeId: typeIds.withdrawal, amountMinor: -amountMinor, provider: null, requestId };
  const repeat = await findRepeat(connection, wish);
  if (repeat) return repeat;
  const funds = await releaseBonuses(connection, runtime, { accountId, funds: locked, turnover });
  const decision = decideWithdrawal(funds, amountMinor, amountText);
  if (!decision.ok) return decision;
  const shown = { accountId, openedBy: 'password', code, origin: asked.origin, deviceToken } as const;
  const passed = await checkSecondFactor(shown, connection);
  if (!passed.ok) return passed;
  return begin(connection, parts, { ...asked, wish, funds });
}

interface Passed extends Pick<WithdrawalWish, 'comments' | 'language' | 'origin'> {
  wish: RequestedWish;
  funds: Parameters<typeof postReservation>[0];
}

async function begin(
  connection: Queries,
  { runtime, tellByMail }: Pick<WithdrawalParts, 'runtime' | 'tellByMail'>,
  { wish, comments, language, funds, origin }: Passed,
): Promise<Result<{ transactionId: string }>> {
  const { accountId, amountMinor } = wish;
  const transactionId = runtime.newId();
  const at = new Date(runtime.now());
  const transaction = { ...wish, id: transactionId, status: 'pending', comments, language, createdAt: at } as const;
  if (!(await insertTransaction(connection, transaction))) {
    // A deposit has come between with the same id: it waits for no account.
    const repeat = await findRepeat(connection, wish);
    if (repeat) return repeat;
    throw new Error('A withdrawal was not written, and nothing was there of its request');
  }
  await insertStep(connection, { transactionId, step: 'requested', at });
  const fact = { id: runtime.newId(), recordedAt: at, accountId, transactionId, amountMinor };
  await postEntries(connection, [postReservation(funds, fact).entry]);
  const details = { transaction: transactionId, amount_minor: -amountMinor };
  await writeAudit(connection, {
    ...{ id: runtime.newId(), at, event: 'withdrawal_requested', actor: 'customer', accountId, origin, details },
  });
  const news = { happened: 'requested', accountId, transactionId, amountMinor, at, language, comments } as const;
  await tellByMail(connection, news);
  return { ok: true, transactionId };
}
