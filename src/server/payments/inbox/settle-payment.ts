import type { TransactionTypeId } from '../../../lib/transactions/transaction-types.ts';
import type { AuditEvent } from '../../audit/audit-log.ts';
import type { Queries } from '../../db/database.ts';
import { postTransaction } from '../../ledger/posting-rules.ts';
import type { CustomerFunds } from '../../ledger/rules/customer-funds.ts';
import type { Runtime } from '../../runtime.ts';
import type { TellOfMoney } from '../tell-of-money.ts';
import { lockFunds } from '../money-rows.ts';
import type { PaymentReport } from '../payment-provider.ts';
import type { PaymentRow } from '../payment-rows.ts';
import { makeReportsDue } from '../payment-rows.ts';
import type { PaymentDecision } from '../rules/decide-payment.ts';
import { decidePayment } from '../rules/decide-payment.ts';
import { finishEvent } from './event-rows.ts';
import type { SettledChange } from './report-rows.ts';
import { keepReference, lockReported, writeSettled } from './report-rows.ts';

/** The money that a transaction moved. */
export interface MovedMoney {
  accountId: number;
  /** The transaction type. */
  typeId: number;
  /** Minor units; below zero if money was taken back. */
  amountMinor: number;
  at: Date;
}

/**
 * Called after the ledger entry of a credit, or of its reversal, in the same database transaction and under the lock of
 * the account.
 */
export type CreditListener = (
  queries: Queries,
  runtime: Pick<Runtime, 'now' | 'newId'>,
  moved: MovedMoney,
) => Promise<void>;

export interface SettleParts {
  runtime: Pick<Runtime, 'now' | 'newId'>;
  tellOfMoney: TellOfMoney;
  onCredited: CreditListener;
}

export interface Settled {
  accountId: number;
  decision: PaymentDecision;
  /** Whether this made other stored reports due. */
  hastens: boolean;
}

export interface Settling {
  transactionId: string;
  accountId: number;
  report: PaymentReport;
  /** Tells the operator the reason if no report contains it. */
  note?: string;
}

export interface LockedSettling extends Settling {
  /** The account's funds; its row is locked. */
  funds: CustomerFunds;
  /** The id of the stored report, if there is one: settling marks it as processed. */
  eventId?: string;
}

/**
 * Settles a deposit by a verified report and all earlier ones, in the caller's database transaction: locks the account
 * first, then the payment. The caller stores the report with its outcome. The business key of the ledger entry ensures
 * that it is credited only once. Null if there is no such payment.
 */
export async function settlePayment(
  connection: Queries,
  parts: SettleParts,
  settling: Settling,
): Promise<Settled | null> {
  const funds = await lockFunds(connection, settling.accountId);
  return funds && settleLocked(connection, parts, { ...settling, funds });
}

/** `settlePayment` for a caller that has locked the account and may have stored the report. */
export async function settleLocked(
  connection: Queries,
  { runtime, tellOfMoney, onCredited }: SettleParts,
  settling: LockedSettling,
): Promise<Settled | null> {
  const { transactionId, accountId, report, eventId } = settling;
  const reference = report.reference ?? '';
  const reported = await lockReported(connection, { transactionId, reference });
  if (!reported) return null;
  const { payment, earlier } = reported;
  const at = new Date(runtime.now());
  const stored = reference === '' ? 'known' : await keepReference(connection, reported, reference);
  const { provider } = payment;
  const hastens = stored === 'kept' && (await makeReportsDue(connection, { provider, reference, at }));
  const decision = decidePayment(payment, [...earlier, { ...report, isSettled: false, isTaken: stored === 'taken' }]);
  const settled = { accountId, decision, hastens };
  const event = eventId === undefined ? null : { id: eventId, outcome: outcomeOf(settled) };
  if (decision.kind !== 'nothing') {
    await writeSettled(connection, { ...changeOf({ runtime, at, settling, payment, decision }), event });
    if (decision.kind === 'credit') {
      const { amountMinor, language, typeId } = payment;
      await onCredited(connection, runtime, { accountId, typeId, amountMinor, at });
      await tellOfMoney(connection, { happened: 'credited', accountId, transactionId, amountMinor, language });
    }
  } else if (event) await finishEvent(connection, { ...event, transactionId });
  return settled;
}

interface Decided {
  runtime: Pick<Runtime, 'newId'>;
  at: Date;
  settling: LockedSettling;
  payment: PaymentRow;
  decision: Exclude<PaymentDecision, { kind: 'nothing' }>;
}

function changeOf({ runtime, at, settling, payment, decision }: Decided): Omit<SettledChange, 'event'> {
  const { transactionId, accountId, funds, note = null } = settling;
  const { provider: party, amountMinor } = payment;
  const isCredit = decision.kind === 'credit';
  const known = { id: runtime.newId(), recordedAt: at, accountId, transactionId, amountMinor, party };
  const typeId = payment.typeId as TransactionTypeId;
  const details = { transaction: transactionId, provider: party };
  return {
    payment: { transactionId, at, ...after(decision, payment, note) },
    step: decision.kind === 'hold' ? null : isCredit ? 'approved' : 'declined',
    audit: { id: runtime.newId(), at, event: events[decision.kind], actor: 'system', accountId, details },
    entries: isCredit ? [postTransaction(funds, { ...known, typeId }).entry] : [],
  };
}

const events = {
  credit: 'deposit_credited',
  decline: 'deposit_declined',
  hold: 'deposit_held',
} as const satisfies Record<string, AuditEvent>;

function after(decision: Exclude<PaymentDecision, { kind: 'nothing' }>, { status }: PaymentRow, note: string | null) {
  if (decision.kind === 'credit') return { state: 'succeeded', status: 'approved', note: null } as const;
  if (decision.kind === 'decline') return { state: 'failed', status: 'declined', note } as const;
  return { state: 'differs', status, note: decision.note } as const;
}

/** The outcome of a report, as one short text for the operator. */
export function outcomeOf({ decision }: Pick<Settled, 'decision'>): string {
  return decision.kind === 'nothing' ? decision.why : decision.kind;
}
