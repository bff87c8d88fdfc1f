import { depositMethods } from '../../../lib/contract/payments/payment-entities.ts';
import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import { loadCredentials } from '../../accounts/accounts-rows.ts';
import type { AuditActor } from '../../audit/audit-log.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { decideOnDeposit } from '../../payments/by-hand/decide-on-deposit.ts';
import type { TellingHandParts } from '../../payments/by-hand/move-by-hand.ts';
import { moveByHand } from '../../payments/by-hand/move-by-hand.ts';
import { returnWithdrawal } from '../../payments/by-hand/return-withdrawal.ts';
import type { TellByMail } from '../../payments/money-mail.ts';
import type { WithdrawalStep } from '../../payments/rules/decide-withdrawal.ts';
import { stepWithdrawal } from '../../payments/withdrawals/step-withdrawal.ts';
import type { Runtime } from '../../runtime.ts';
import { findId } from '../command/find-id.ts';
import type { CommandOutcome } from '../command/operate.ts';
import type { ShownTransaction } from './listed-transactions-rows.ts';
import { listTransactions, loadShown } from './listed-transactions-rows.ts';
import type { TransactionsWish } from './read-transactions-wish.ts';
import type { RefusedAct } from './refusal-text.ts';
import { doubtText, problemText, refusalText, whoAndWhen } from './refusal-text.ts';
import { listUnusableReports, updateReportDue } from './reports-rows.ts';
import type { WithTransfer } from './transfers.ts';
import { withTransfers } from './transfers.ts';
import { amountText, detailsOf, nextText, tableOf, unusableOf } from './transaction-lines.ts';

export interface TransactionsCommandParts {
  config: Pick<Config, 'payments'>;
  database: Database;
  runtime: Runtime;
  tellByMail: TellByMail;
  /** `operator:` and a name. */
  actor: AuditActor;
}

type WishOf<Kind extends TransactionsWish['kind']> = Extract<TransactionsWish, { kind: Kind }>;
type WishAbout = WishOf<RefusedAct>;

/** Does it, and says in words how that went. */
export async function carryOutTransactionsWish(
  parts: TransactionsCommandParts,
  wish: TransactionsWish,
): Promise<CommandOutcome> {
  if (wish.kind === 'list') return list(parts, wish);
  if (wish.kind === 'retry') return retry(parts, wish);
  if (wish.kind === 'move') return move(parts, wish);
  const found = await findId(parts.database, { table: 'transactions', what: 'transaction', id: wish.id });
  if (!found.ok) return found;
  const shown = await load(parts, found.id);
  return wish.kind === 'show'
    ? { ok: true, text: detailsOf(shown), data: shown }
    : lead(parts, shown, { ...wish, id: found.id });
}

/** A report that nobody could use is nobody's: it stands in the list of all customers only. */
async function list(
  { config, database, runtime }: TransactionsCommandParts,
  { email, all }: WishOf<'list'>,
): Promise<CommandOutcome> {
  const rows = await withTransfers(config, await listTransactions(database, { email, all, now: runtime.now() }));
  const reports = email === null ? await listUnusableReports(database) : [];
  const tables = [...(rows.length > 0 ? [tableOf(rows)] : []), ...(reports.length > 0 ? [unusableOf(reports)] : [])];
  const text = tables.length > 0 ? tables.join('\n\n') : 'There are none.';
  return { ok: true, text, data: { transactions: rows, reports } };
}

async function retry(
  { database, runtime, actor }: TransactionsCommandParts,
  { id }: WishOf<'retry'>,
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
    ? { ok: true, text: 'It is due again: the server works it off when it looks next.' }
    : { ok: false, text: 'This report was used: there is nothing to be tried again.' };
}

/** What is led on differs: only money that a customer asked for waits for anybody. */
function lead(parts: TransactionsCommandParts, shown: ShownTransaction, wish: WishAbout): Promise<CommandOutcome> {
  if (shown.typeId === typeIds.withdrawal)
    return wish.kind === 'return' ? takeBack(parts, wish) : step(parts, shown, wish);
  if (wish.kind !== 'approve' && wish.kind !== 'decline') return refused('This is no withdrawal.');
  if (depositMethods.some((method) => method === shown.typeId)) return decide(parts, wish);
  return refused('It took effect when it was made. What was given is taken back by an amount below zero.');
}

const refused = (text: string): Promise<CommandOutcome> => Promise.resolve({ ok: false, text });
const steps = { check: 'checked', approve: 'approved', decline: 'declined', send: 'sent' } as const;

async function step(
  parts: TransactionsCommandParts,
  { blockedAt }: ShownTransaction,
  wish: Exclude<WishAbout, { kind: 'return' }>,
): Promise<CommandOutcome> {
  const despite = wish.kind === 'approve' || wish.kind === 'send' ? wish.reason : null;
  if (wish.kind === 'approve' && (wish.amountMinor !== null || (despite !== null && blockedAt === null))) {
    return refused('A withdrawal is approved as it was asked for, without amount or reason, or declined.');
  }
  if (despite !== null && blockedAt === null) return refused('Its customer is not blocked: send takes no --reason.');
  const { id, kind } = wish;
  const taken: WithdrawalStep = steps[kind];
  const result = await stepWithdrawal(
    { ...parts, moneyMoved: () => undefined },
    {
      ...{ transactionId: id, step: taken, actor: parts.actor },
      ...(wish.kind === 'decline' && { reason: wish.reason }),
      ...(despite !== null && { despiteBlock: despite }),
      ...(wish.kind === 'send' && { party: wish.by }),
    },
  );
  return result.ok ? said(parts, { id, isNew: result.isNew, word: taken }) : refusal(parts, wish, result.problem);
}

async function decide(parts: TransactionsCommandParts, wish: WishOf<'approve' | 'decline'>): Promise<CommandOutcome> {
  const { id, kind: verdict, reason } = wish;
  const amountMinor = wish.kind === 'approve' ? wish.amountMinor : null;
  const result = await decideOnDeposit(handParts(parts), {
    ...{ transactionId: id, verdict },
    ...(amountMinor !== null && { amountMinor }),
    ...(reason !== null && { reason }),
  });
  if (!result.ok) return refusal(parts, wish, result.problem);
  const { isNew, against } = result;
  return said(parts, { id, isNew, word: steps[verdict], against });
}

async function takeBack(parts: TransactionsCommandParts, wish: WishOf<'return'>): Promise<CommandOutcome> {
  const result = await returnWithdrawal(handParts(parts), { withdrawalId: wish.id, why: wish.reason });
  if (!result.ok) return refusal(parts, wish, result.problem);
  return factsOf(parts, result.transactionId);
}

async function move(parts: TransactionsCommandParts, { email, move, reason, by }: WishOf<'move'>) {
  const account = await loadCredentials(parts.database, email);
  if (!account) return { ok: false, text: 'There is no customer with this email.' };
  const wish = { ...move, accountId: account.id, party: by, why: reason };
  const result = await moveByHand(handParts(parts), wish);
  if (!result.ok) return { ok: false, text: problemText(result.problem) };
  return factsOf(parts, result.transactionId);
}

const handParts = (parts: TransactionsCommandParts): TellingHandParts => ({ ...parts, amountText });

/** One that is there, since transactions are not deleted. */
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

/** Of two operators the second is told who was first: its wish has changed nothing. */
async function said(
  parts: TransactionsCommandParts,
  { id, isNew, word, against = '' }: { id: string; isNew: boolean; word: string; against?: string },
): Promise<CommandOutcome> {
  const shown = await load(parts, id);
  const already = isNew ? null : `It was ${word} already${whoAndWhen(shown, word)}.`;
  const doubt = isNew && against !== '' ? doubtText(shown, against) : null;
  const text = [already, tableOf([shown]), doubt, nextText(shown)].filter((part) => part !== null).join('\n');
  return isNew ? { ok: true, text, data: shown } : { ok: false, text };
}

/** Another one may have led it on meanwhile: it is looked at once more. */
async function refusal(
  parts: TransactionsCommandParts,
  wish: WishAbout,
  problem: Parameters<typeof refusalText>[0],
): Promise<CommandOutcome> {
  const shown = await load(parts, wish.id);
  const text = refusalText(problem, shown, wish.kind);
  return refused(problem.code === 'TRANSACTION_CLOSED' ? `${text}\n${tableOf([shown])}` : text);
}
