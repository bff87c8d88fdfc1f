import type { Problem } from '../../../lib/contract/problem.ts';
import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import { lockedText } from '../command/operate.ts';
import { whenText } from '../command/text-table.ts';
import type { ShownTransaction } from './listed-transactions-rows.ts';

/** What of a transaction an operator can be refused. */
export type RefusedAct = 'check' | 'approve' | 'decline' | 'send' | 'return';

/** Why something cannot be done with a transaction as it stands, and what can be. */
export function refusalText({ code, fields }: Problem, shown: ShownTransaction, act: RefusedAct): string {
  if (code !== 'TRANSACTION_CLOSED') return problemText({ code, fields });
  return shown.typeId === typeIds.withdrawal ? ofWithdrawal(shown, act) : ofDeposit(shown);
}

/** A problem that says nothing of a transaction. */
export function problemText({ code, fields }: Problem): string {
  if (code === 'NOT_FOUND') return 'There is no such transaction.';
  if (code === 'UNAVAILABLE') return lockedText;
  if (code === 'ACCOUNT_BLOCKED') return blockedText;
  return Object.values(fields ?? {}).join(' ') || code;
}

const blockedText =
  'Its customer is blocked: decline it, or say by --reason why it is led on all the same. The audit log keeps that, the customer does not see it.';

function ofWithdrawal(shown: ShownTransaction, act: RefusedAct): string {
  const has = (step: TransactionStep) => shown.steps.some((one) => one.step === step);
  if (has('declined')) return `It was declined${whoAndWhen(shown, 'declined')}: its money is the customer’s again.`;
  if (has('cancelled')) return `Its customer cancelled it${whoAndWhen(shown, 'cancelled')}: the money is theirs again.`;
  if (has('returned')) return `It was returned${whoAndWhen(shown, 'returned')}: its money is the customer’s again.`;
  if (has('sent')) return `It was sent${whoAndWhen(shown, 'sent')}: return takes it back when its money has come back.`;
  if (act === 'return') return 'It was not sent yet: decline gives its money back.';
  if (has('approved')) return `It was approved${whoAndWhen(shown, 'approved')}: send is next, or decline.`;
  if (has('checked')) return 'It waits to be approved: approve, then send.';
  return 'It waits to be checked: check it first, then approve and send.';
}

/** Only what was credited is closed. */
function ofDeposit(shown: ShownTransaction): string {
  return `It was credited${whoAndWhen(shown, 'approved')}. What was credited is taken by a transaction of its own: ${takingOf(shown)}`;
}

/** What takes back what a deposit was credited with, from where it lies in the books. */
function takingOf({ email, amountMinor, provider }: ShownTransaction): string {
  return `deposit ${email} -${(amountMinor / 100).toFixed(2)} --by ${provider ?? 'bank'} --reason "…"`;
}

/** What is to be known of a credit that something speaks against. */
export function doubtText(shown: ShownTransaction, against: string): string {
  return `It was credited on your word: ${against}.\nShould that be wrong, take it back before it is traded with or paid out: ${takingOf(shown)}`;
}

/** ` by ada, 2026-11-02 12:00 UTC`. */
export function whoAndWhen({ steps }: Pick<ShownTransaction, 'steps'>, step: string): string {
  const taken = steps.find((one) => one.step === step);
  if (!taken) return '';
  return `${taken.by === null ? '' : ` by ${taken.by}`}, ${whenText(taken.at)} UTC`;
}
