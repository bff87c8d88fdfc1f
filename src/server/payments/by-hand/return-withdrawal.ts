import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import type { Queries } from '../../db/database.ts';
import { longestLockWait, orUnavailable } from '../../db/lock-wait.ts';
import { accountOfTransaction, insertStep, lockFunds, lockTransaction } from '../money-rows.ts';
import { decideReturn } from '../rules/decide-by-hand.ts';
import { partyOfPayout } from './by-hand-rows.ts';
import type { HandParts } from './move-by-hand.ts';
import { nameOf, postByHand, writeDown } from './move-by-hand.ts';

/**
 * Gives a customer back money that was paid out and came back. The money returns as a transaction of its own, the
 * withdrawal is marked as returned, and a mail says so, all in one database transaction. If two operators act at once,
 * only one has an effect. Problems: NOT_FOUND (also if it is not a withdrawal); TRANSACTION_CLOSED if it was not sent
 * or was returned before; UNAVAILABLE.
 */
export function returnWithdrawal(
  parts: HandParts,
  wish: { withdrawalId: string; why: string },
): Promise<Result<{ transactionId: string; accountId: number }>> {
  return orUnavailable(parts.database.transaction((connection) => takeBack(connection, parts, wish), longestLockWait));
}

async function takeBack(
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
  await parts.tellByMail(connection, { ...news, at, language: held.language, reason: why });
  return { ok: true, transactionId, accountId };
}
