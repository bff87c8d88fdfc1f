import { depositMethods } from '../../../lib/contract/payments/payment-entities.ts';
import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import { loadCredentials } from '../../accounts/accounts-rows.ts';
import type { AuditActor } from '../../audit/audit-log.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { findId } from '../../operator/ids-rows.ts';
import type { CommandOutcome } from '../../operator/outcome.ts';
import type { Runtime } from '../../runtime.ts';
import type { SettleParts } from '../inbox/settle-payment.ts';
import type { PaymentsConfig } from '../providers/payments-config.ts';
import type { HandMove } from '../rules/decide-by-hand.ts';
import type { WithdrawalStep } from '../rules/decide-withdrawal.ts';
import { stepWithdrawal } from '../step-withdrawal.ts';
import { decideOnDeposit } from './decide-on-deposit.ts';
import type { HandParts } from './move-by-hand.ts';
import { moveByHand, returnWithdrawal } from './move-by-hand.ts';
import type { ShownTransaction } from './operated-transactions-rows.ts';
import { listTransactions, listUnusableReports, loadShown, updateReportDue } from './operated-transactions-rows.ts';
import type { RefusedAct } from './transaction-text.ts';
import {
  amountText,
  detailsOf,
  warningText,
  nextText,
  problemText,
  refusalText,
  tableOf,
  unusableOf,
  whoAndWhen,
} from './transaction-text.ts';
import type { WithTransfer } from './transfers.ts';
import { withTransfers } from './transfers.ts';

export interface TransactionsCommandParts extends SettleParts {
  config: PaymentsConfig;
  database: Database;
  runtime: Runtime;
  /** The operator, as `operator:<name>`. */
  actor: AuditActor;
}

/**
 * An operator's order about transactions. Emails are in lower case and amounts in minor units; an id may be shortened
 * to its first digits.
 */
export type TransactionOrder =
  | { kind: 'list'; email: string | null; all: boolean }
  | { kind: 'show'; id: string }
  | { kind: 'retry'; id: string }
  | { kind: 'check'; id: string }
  | { kind: 'approve'; id: string; amountMinor: number | null; reason: string | null }
  | { kind: 'decline'; id: string; reason: string }
  | { kind: 'send'; id: string; by: string; reason: string | null }
  | { kind: 'return'; id: string; reason: string }
  | { kind: 'move'; move: HandMove; email: string; reason: string; by: string };

type OrderOf<Kind extends TransactionOrder['kind']> = Extract<TransactionOrder, { kind: Kind }>;
type OrderAbout = OrderOf<RefusedAct>;

/** Carries out an operator's order; the outcome's text describes the result. */
export async function carryOutTransactionOrder(
  parts: TransactionsCommandParts,
  order: TransactionOrder,
): Promise<CommandOutcome> {
  if (order.kind === 'list') return list(parts, order);
  if (order.kind === 'retry') return retry(parts, order);
  if (order.kind === 'move') return move(parts, order);
  const found = await findId(parts.database, { table: 'transactions', what: 'transaction', id: order.id });
  if (!found.ok) return found;
  const shown = await load(parts, found.id);
  return order.kind === 'show'
    ? { ok: true, text: detailsOf(shown), data: shown }
    : lead(parts, shown, { ...order, id: found.id });
}

/** Unusable reports belong to no customer, so they appear only in the list of all customers. */
async function list(
  { config, database, runtime }: TransactionsCommandParts,
  { email, all }: OrderOf<'list'>,
): Promise<CommandOutcome> {
  const rows = await withTransfers(config, await listTransactions(database, { email, all, now: runtime.now() }));
  const reports = email === null ? await listUnusableReports(database) : [];
  const tables = [...(rows.length > 0 ? [tableOf(rows)] : []), ...(reports.length > 0 ? [unusableOf(reports)] : [])];
  const text = tables.length > 0 ? tables.join('\n\n') : 'None found.';
  return { ok: true, text, data: { transactions: rows, reports } };
}

async function retry(
  { database, runtime, actor }: TransactionsCommandParts,
  { id }: OrderOf<'retry'>,
): Promise<CommandOutcome> {
  const found = await findId(database, { table: 'payment_events', what: 'report', id });
  if (!found.ok) return found;
  const at = new Date(runtime.now());
  const isThere = await database.transaction(async (connection) => {
    if (!(await updateReportDue(connection, found.id, at))) return false;
    const details = { report: found.id };
    await writeAudit(connection, { id: runtime.newId(), at, event: 'payment_report_retried', actor, details });
    return true;
  });
  return isThere
    ? { ok: true, text: 'Queued again. The server will retry it shortly.' }
    : { ok: false, text: 'This report has already been applied, so there is nothing to retry.' };
}

/**
 * Refuses orders about transactions that no customer requested: only requested deposits and withdrawals wait for an
 * operator.
 */
function lead(parts: TransactionsCommandParts, shown: ShownTransaction, order: OrderAbout): Promise<CommandOutcome> {
  if (shown.typeId === typeIds.withdrawal)
    return order.kind === 'return' ? returnMoney(parts, order) : step(parts, shown, order);
  if (order.kind !== 'approve' && order.kind !== 'decline') return refused('This is not a withdrawal.');
  if (depositMethods.some((method) => method === shown.typeId)) return decide(parts, order);
  return refused('This took effect immediately. To reverse it, enter a negative amount.');
}

const refused = (text: string): Promise<CommandOutcome> => Promise.resolve({ ok: false, text });
const steps = { check: 'checked', approve: 'approved', decline: 'declined', send: 'sent' } as const;

async function step(
  parts: TransactionsCommandParts,
  { blockedAt }: ShownTransaction,
  order: Exclude<OrderAbout, { kind: 'return' }>,
): Promise<CommandOutcome> {
  const despite = order.kind === 'approve' || order.kind === 'send' ? order.reason : null;
  if (order.kind === 'approve' && (order.amountMinor !== null || (despite !== null && blockedAt === null))) {
    return refused('A withdrawal is approved as requested, without an amount or a reason, or declined.');
  }
  if (despite !== null && blockedAt === null) return refused('The customer is not blocked, so send takes no --reason.');
  const { id, kind } = order;
  const taken: WithdrawalStep = steps[kind];
  const result = await stepWithdrawal(
    { ...parts, moneyMoved: () => undefined },
    {
      ...{ transactionId: id, step: taken, actor: parts.actor },
      ...(order.kind === 'decline' && { reason: order.reason }),
      ...(despite !== null && { despiteBlock: despite }),
      ...(order.kind === 'send' && { party: order.by }),
    },
  );
  return result.ok
    ? describeResult(parts, { id, isNew: result.isNew, stepName: taken })
    : refusal(parts, order, result.problem);
}

async function decide(parts: TransactionsCommandParts, order: OrderOf<'approve' | 'decline'>): Promise<CommandOutcome> {
  const { id, kind: verdict, reason } = order;
  const amountMinor = order.kind === 'approve' ? order.amountMinor : null;
  const result = await decideOnDeposit(handParts(parts), {
    ...{ transactionId: id, verdict },
    ...(amountMinor !== null && { amountMinor }),
    ...(reason !== null && { reason }),
  });
  if (!result.ok) return refusal(parts, order, result.problem);
  const { isNew, against } = result;
  return describeResult(parts, { id, isNew, stepName: steps[verdict], against });
}

async function returnMoney(parts: TransactionsCommandParts, order: OrderOf<'return'>): Promise<CommandOutcome> {
  const result = await returnWithdrawal(handParts(parts), { withdrawalId: order.id, why: order.reason });
  if (!result.ok) return refusal(parts, order, result.problem);
  return factsOf(parts, result.transactionId);
}

async function move(parts: TransactionsCommandParts, { email, move, reason, by }: OrderOf<'move'>) {
  const account = await loadCredentials(parts.database, email);
  if (!account) return { ok: false, text: 'There is no customer with this email.' };
  const order = { ...move, accountId: account.id, party: by, why: reason };
  const result = await moveByHand(handParts(parts), order);
  if (!result.ok) return { ok: false, text: problemText(result.problem) };
  return factsOf(parts, result.transactionId);
}

const handParts = (parts: TransactionsCommandParts): HandParts => ({ ...parts, amountText });

/** Loads a transaction that must exist: transactions are never deleted. */
async function load(
  { config, database }: TransactionsCommandParts,
  id: string,
): Promise<WithTransfer<ShownTransaction>> {
  const row = await loadShown(database, id);
  const [shown] = await withTransfers(config, row ? [row] : []);
  if (!shown) throw new Error(`The transaction ${id} is gone`);
  return shown;
}

async function factsOf(parts: TransactionsCommandParts, id: string): Promise<CommandOutcome> {
  const shown = await load(parts, id);
  return { ok: true, text: tableOf([shown]), data: shown };
}

/**
 * Describes the transaction after an order. If another operator was first, this order changed nothing, and the text
 * says who did.
 */
async function describeResult(
  parts: TransactionsCommandParts,
  { id, isNew, stepName, against = '' }: { id: string; isNew: boolean; stepName: string; against?: string },
): Promise<CommandOutcome> {
  const shown = await load(parts, id);
  const already = isNew ? null : `It was already ${stepName}${whoAndWhen(shown, stepName)}.`;
  const warning = isNew && against !== '' ? warningText(shown, against) : null;
  const text = [already, tableOf([shown]), warning, nextText(shown)].filter((part) => part !== null).join('\n');
  return isNew ? { ok: true, text, data: shown } : { ok: false, text };
}

/**
 * Explains why an order is refused. Loads the transaction again, because somebody may have changed it in the meantime.
 */
async function refusal(
  parts: TransactionsCommandParts,
  order: OrderAbout,
  problem: Parameters<typeof refusalText>[0],
): Promise<CommandOutcome> {
  const shown = await load(parts, order.id);
  const text = refusalText(problem, shown, order.kind);
  return refused(problem.code === 'TRANSACTION_CLOSED' ? `${text}\n${tableOf([shown])}` : text);
}
