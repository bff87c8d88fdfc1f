import type * as z from 'zod/mini';
import type { Locale } from '../../brand.ts';
import type { createTransaction } from '../../lib/contract/payments/payment-calls.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import { formatSpacedMoney } from '../../lib/format/spaced-money.ts';
import { toMajor, toMinor } from '../../lib/trading/money.ts';
import { loadAccount } from '../accounts/accounts-rows.ts';
import type { ChangeLimiter } from '../accounts/limits/change-limiter.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import type { Database } from '../db/database.ts';
import type { DepositParts } from './deposits/create-deposit.ts';
import { createDeposit } from './deposits/create-deposit.ts';
import type { WithdrawalParts } from './withdrawals/request-withdrawal.ts';
import { requestWithdrawal } from './withdrawals/request-withdrawal.ts';

export interface BeginParts extends Omit<DepositParts & WithdrawalParts, 'amountText'> {
  database: Database;
  changeLimiter: ChangeLimiter;
  refusals: Pick<RefusalNotes, 'limitMet'>;
}

export interface BeginWish {
  accountId: number;
  body: z.infer<NonNullable<typeof createTransaction.body>>;
  /** What the customer reads. */
  language: Locale;
  origin: RequestOrigin;
}

/**
 * Begins what the call asks for: a deposit, whose amount is above zero, or a withdrawal, whose amount is below and which says
 * something. A refused one is not counted. Problems: TOO_MANY_REQUESTS, VALIDATION, and those of `createDeposit` and `requestWithdrawal`.
 */
export async function beginTransaction(parts: BeginParts, wish: BeginWish): Promise<Result<{ transactionId: string }>> {
  const { changeLimiter, refusals } = parts;
  const { accountId, body, origin } = wish;
  const kind = body.method === 'withdraw' ? 'withdrawal' : 'deposit';
  const allowed = await changeLimiter.take(kind, accountId);
  if (!allowed.ok) {
    await refusals.limitMet(kind, { accountId, origin });
    return allowed;
  }
  const begun = await begin(parts, wish);
  if (begun.ok) return begun;
  await changeLimiter.giveBack(kind, accountId);
  // Further in, codes of the second factor are counted, and deposits that wait to be paid.
  const further = kind === 'withdrawal' ? 'second_factor' : 'deposit';
  if (begun.problem.code === 'TOO_MANY_REQUESTS') await refusals.limitMet(further, { accountId, origin });
  return begun;
}

function begin(parts: BeginParts, wish: BeginWish): Promise<Result<{ transactionId: string }>> | Result<never> {
  return wish.body.method === 'withdraw' ? withdraw(parts, wish) : deposit(parts, wish, wish.body.method);
}

const amountTexts = ({ limits: { currency } }: BeginParts['providers']) => ({
  amountText: (minor: number) => formatSpacedMoney(toMajor(minor), 'en', currency),
});

function withdraw(parts: BeginParts, { accountId, body, language, origin }: BeginWish) {
  const { amount, comments, request_id: requestId = null, code, device: deviceToken } = body;
  if (comments === undefined) return refuse('VALIDATION', { fields: { comments: 'Comments is required' } });
  if (amount > 0) return refuse('VALIDATION', { fields: { amount: 'The amount of a withdrawal is below zero' } });
  const known = { accountId, comments, requestId, language, origin };
  const wish = { ...known, amountMinor: -toMinor(amount), code, deviceToken };
  return requestWithdrawal({ ...parts, ...amountTexts(parts.providers) }, wish);
}

async function deposit(
  parts: BeginParts,
  { accountId, body, language, origin }: BeginWish,
  method: Exclude<BeginWish['body']['method'], 'withdraw'>,
) {
  const account = await loadAccount(parts.database, accountId);
  if (!account) throw new Error(`There is no account ${accountId}`);
  const { amount, provider = null, request_id: requestId = null } = body;
  // One below zero is below the least deposit, and so is told how much that is.
  const wish = { account, method, provider, amountMinor: toMinor(amount), requestId, language, origin };
  const begun = await createDeposit({ ...parts, ...amountTexts(parts.providers) }, wish);
  // Only a line in the list of transactions as yet.
  if (begun.ok) parts.moneyMoved(accountId);
  return begun;
}
