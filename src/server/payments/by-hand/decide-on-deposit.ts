import type { DepositMethod } from '../../../lib/contract/payments/payment-entities.ts';
import { depositMethods } from '../../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { Queries } from '../../db/database.ts';
import { longestLockWait, orUnavailable } from '../../db/lock-wait.ts';
import { postEntries } from '../../ledger/ledger-writer.ts';
import { postTransaction } from '../../ledger/posting-rules.ts';
import type { CustomerFunds } from '../../ledger/rules/customer-funds.ts';
import { loadReports, settleReports } from '../inbox/report-rows.ts';
import type { HeldTransaction } from '../money-rows.ts';
import {
  accountOfTransaction,
  insertStep,
  lockFunds,
  lockTransaction,
  updateAmount,
  updateStatus,
} from '../money-rows.ts';
import type { PaymentRow } from '../payment-rows.ts';
import { lockPayment, updatePayment } from '../payment-rows.ts';
import type { DepositVerdict } from '../rules/decide-by-hand.ts';
import { decideDeposit, amountReason, creditRequirements } from '../rules/decide-by-hand.ts';
import type { HandParts } from './move-by-hand.ts';
import { nameOf, writeDown } from './move-by-hand.ts';

export interface DecidedDeposit {
  accountId: number;
  /** Whether this decision made the change; false if an earlier one did. */
  isNew: boolean;
  /** The evidence against crediting it, as a text; empty if there is none. */
  against: string;
}

/**
 * Records an operator's decision that the money of a deposit has arrived, or that it will not arrive. The amount,
 * status, steps, ledger entry, audit record and the mail about a credit are written in one database transaction, under
 * the lock of the account. If two operators decide at once, one makes the change and the other gets `isNew: false`. The
 * decision settles every report received so far; later reports are compared with it.
 *
 * Problems: NOT_FOUND (also if it is not a deposit); TRANSACTION_CLOSED; VALIDATION with `amount` if it was credited
 * with a different amount, and with `amount` or `reason` if they are missing (see `judgeCredit`); UNAVAILABLE.
 */
export function decideOnDeposit(parts: HandParts, order: DepositOrder): Promise<Result<DecidedDeposit>> {
  return orUnavailable(
    parts.database.transaction((connection) => decideWithin(connection, parts, order), longestLockWait),
  );
}

async function decideWithin(
  connection: Queries,
  parts: HandParts,
  order: DepositOrder,
): Promise<Result<DecidedDeposit>> {
  const { transactionId, verdict, amountMinor } = order;
  const accountId = await accountOfTransaction(connection, transactionId);
  if (accountId === null) return refuse('NOT_FOUND');
  // Lock order everywhere: the account, then the transaction and its payment.
  const funds = await lockFunds(connection, accountId);
  const held = await lockTransaction(connection, transactionId);
  if (!funds || !held || !isDeposit(held.typeId)) return refuse('NOT_FOUND');
  const payment = await lockPayment(connection, transactionId);
  const decision = decideDeposit({ status: held.status, payment }, verdict);
  if (!decision.ok) return decision;
  const { effect } = decision;
  if (held.status === 'approved' && amountMinor !== undefined && amountMinor !== held.amountMinor) {
    const amount = `It was already credited with ${parts.amountText(held.amountMinor)}.`;
    return refuse('VALIDATION', { fields: { amount } });
  }
  if (effect === 'nothing') return { ok: true, accountId, isNew: false, against: '' };
  const judged = effect === 'credit' ? await judgeCredit(connection, { held, payment, order }) : nothingAgainst;
  if (!judged.ok) return judged;
  const { against } = judged;
  const decided = {
    held,
    payment,
    order,
    creditedMinor: amountMinor ?? held.amountMinor,
    at: new Date(parts.runtime.now()),
  };
  await move(connection, parts, { ...decided, effect, against });
  if (effect === 'credit') await credit(connection, parts, { ...decided, funds });
  return { ok: true, accountId, isNew: true, against };
}

const nothingAgainst = { ok: true, against: '' } as const;

interface Decided extends Crediting {
  creditedMinor: number;
  /**
   * Used for everything that the decision writes: a first deposit is matched with its crediting step by this instant.
   */
  at: Date;
}

/** Posts the ledger entry of a credit, calls `onCredited` and queues the mail to the customer. */
async function credit(
  connection: Queries,
  { runtime, tellOfMoney, onCredited }: HandParts,
  { funds, held, payment, order, creditedMinor: amountMinor, at }: Decided & { funds: CustomerFunds },
): Promise<void> {
  const { id: transactionId, accountId, typeId, language } = held;
  const { entry } = postTransaction(funds, {
    ...{ id: runtime.newId(), recordedAt: at, accountId, transactionId },
    ...{ typeId: typeId as DepositMethod, amountMinor, party: payment?.provider ?? 'bank' },
  });
  await postEntries(connection, [entry]);
  await onCredited(connection, runtime, { accountId, typeId, amountMinor, at });
  const news = { happened: 'credited', accountId, transactionId, amountMinor } as const;
  await tellOfMoney(connection, { ...news, language, reason: order.reason });
}

interface Move extends Decided {
  effect: 'credit' | 'decline' | 'settle';
  against: string;
}

/** Writes everything except the ledger entry. */
async function move(
  connection: Queries,
  parts: HandParts,
  { held, payment, order: { transactionId, reason }, effect, creditedMinor, against, at }: Move,
): Promise<void> {
  const { accountId } = held;
  const isOther = effect === 'credit' && creditedMinor !== held.amountMinor;
  if (isOther) await updateAmount(connection, { transactionId, amountMinor: creditedMinor });
  const status = effect === 'decline' ? 'declined' : 'approved';
  const note = noteOf([
    ...(against === '' ? [] : [`${against}; credited anyway: ${reason ?? ''}`]),
    ...(isOther
      ? [`credited ${parts.amountText(creditedMinor)}, asked for ${parts.amountText(held.amountMinor)}`]
      : []),
  ]);
  const state = effect === 'decline' ? 'failed' : 'succeeded';
  if (payment) {
    await updatePayment(connection, { transactionId, state, status, note, at });
    await settleReports(connection, transactionId, at);
  } else await updateStatus(connection, { id: transactionId, status, at });
  const step = effect === 'decline' ? 'declined' : 'approved';
  if (effect !== 'settle' && !held.steps.includes(step)) {
    await insertStep(connection, { transactionId, step, at, byOperator: nameOf(parts.actor), reason });
  }
  const event = ({ credit: 'deposit_credited', decline: 'deposit_declined', settle: 'deposit_settled' } as const)[
    effect
  ];
  const details = {
    transaction: transactionId,
    ...(note !== null && { note }),
    ...(reason !== undefined && { why: reason }),
  };
  await writeDown(connection, parts, { event, accountId, details });
}

const noteOf = (parts: readonly string[]) => (parts.length > 0 ? parts.join('; ') : null);

const isDeposit = (typeId: number) => depositMethods.some((method) => method === typeId);

interface DepositOrder {
  transactionId: string;
  verdict: DepositVerdict;
  /** The amount that arrived, if it differs from the requested one; above zero. */
  amountMinor?: number;
  /** The reason shown to the customer. */
  reason?: string;
}

/** A deposit, whose rows are locked, and the operator's decision. */
interface Crediting {
  held: HeldTransaction;
  payment: PaymentRow | null;
  order: DepositOrder;
}

/**
 * Returns the evidence against a credit, or a problem if the operator left out a required amount or reason. An amount
 * is required if a report differs from the request, because only somebody who checked knows how much arrived. A reason
 * is required if the deposit was not reported or does not match its request. Problem: VALIDATION with `amount` or
 * `reason`.
 */
async function judgeCredit(
  connection: Queries,
  { held: { status, amountMinor: askedMinor }, payment, order: { amountMinor, reason } }: Crediting,
): Promise<Result<{ against: string }>> {
  const reports = payment ? await loadReports(connection, payment.transactionId) : [];
  const words = creditRequirements({ status, payment, reports });
  const { needs, against } = words;
  if (needs === 'amount and reason' && (amountMinor === undefined || reason === undefined)) {
    const amount = `${capital(against)}. If the money has arrived anyway, say how much with --amount and why with --reason. The customer reads the reason.`;
    return refuse('VALIDATION', { fields: { amount } });
  }
  if (needs === 'amount' && amountMinor === undefined) {
    return refuse('VALIDATION', { fields: { amount: unclear(payment?.note ?? null) } });
  }
  const why = amountReason(words, { askedMinor, saidMinor: amountMinor });
  if (why !== null && reason === undefined) return refuse('VALIDATION', { fields: { reason: unreasoned[why] } });
  return { ok: true, against };
}

const unreasoned = {
  other: 'This is not the amount that was requested. Say why with --reason. The customer reads it.',
  unreported: 'No provider reported how much arrived. Say how you know with --reason. The customer reads it.',
};

/**
 * Capitalises a sentence of ours, which begins with `it` or `the`. A text that begins with a provider's name stays as
 * it is.
 */
const capital = (text: string) => text.replace(/^(?:it|the) /, (word) => word.charAt(0).toUpperCase() + word.slice(1));

const unclear = (note: string | null) =>
  `${note === null ? '' : `It does not match the request: ${note}. `}Say how much to credit with --amount.`;
