import { brand } from '../../../brand.ts';
import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import type { Problem } from '../../../lib/contract/problem.ts';
import { amountText as amountOf, hundredthsText } from '../../../lib/format/amount-text.ts';
import { transactionTypeName, typeIds } from '../../../lib/transactions/transaction-types.ts';
import { lockedText } from '../../operator/operator-faults.ts';
import type { TableColumn } from '../../operator/outcome.ts';
import { oneLine, whenText, writeTable } from '../../operator/outcome.ts';
import type { ListedTransaction, ShownReport, ShownTransaction } from './operated-transactions-rows.ts';
import type { WithTransfer } from './transfers.ts';
import { transferText } from './transfers.ts';

/** Formats an amount in our currency for an operator, with the currency code. */
export function amountText(minor: number): string {
  return hundredthsText(minor, brand.currency);
}

/** The part of an id that screens show, and that commands accept. */
const shortId = (id: string) => id.slice(0, 8);

const columns: readonly TableColumn<ListedTransaction>[] = [
  { title: 'id', of: ({ id }) => shortId(id) },
  { title: 'when (UTC)', of: ({ createdAt }) => whenText(createdAt) },
  { title: 'status', of: ({ status }) => status },
  { title: 'last step', of: ({ lastStep }) => lastStep ?? '–' },
  { title: 'type', of: ({ typeId }) => transactionTypeName(typeId) },
  { title: 'amount', of: ({ amountMinor }) => amountText(amountMinor), isRight: true },
  { title: 'customer', of: ({ email }) => email },
  { title: 'payment', of: paymentText },
];

/**
 * The provider and the state of the payment. If an operator credited it, names the provider's last report and the
 * operator instead of the state.
 */
function paymentText({ provider, state, said, creditedBy }: ListedTransaction): string {
  if (provider === null) return '';
  if (state !== 'succeeded' || creditedBy === null) return `${provider}: ${state ?? '–'}`;
  return `${provider}: ${said === null ? '' : `${said}, `}credited by ${creditedBy}`;
}

const sinceText = (at: Date) => `since ${whenText(at)} UTC`;

/**
 * Writes a table of transactions. Below a row it notes whether the customer of a withdrawal is blocked, where the
 * withdrawal goes, how to recognise a transfer, and differences from the request.
 */
export function tableOf(rows: readonly WithTransfer<ListedTransaction>[]): string {
  return writeTable(columns, rows, (row) => {
    const isWithdrawal = row.typeId === typeIds.withdrawal;
    return [
      isWithdrawal && row.blockedAt !== null ? `customer blocked ${sinceText(row.blockedAt)}` : null,
      isWithdrawal ? (destinationFact(row)?.join(': ') ?? null) : null,
      row.status === 'pending' ? transferText(row) : null,
      row.note,
    ].filter((line) => line !== null);
  });
}

/** The customer's text; for an open withdrawal without one, a note that the destination is unknown. */
function destinationFact(row: ListedTransaction): [string, string] | null {
  if (row.comments !== null) return ['comments', row.comments];
  return nextStep(row) === null ? null : ['goes to', 'the customer did not say; ask before you send'];
}

const stepsAhead: Partial<Record<TransactionStep, string>> = {
  requested: 'check',
  checked: 'approve',
  approved: 'send',
};

/** The next step of an open withdrawal; null for anything else. */
function nextStep({ typeId, lastStep }: ListedTransaction): string | null {
  if (typeId !== typeIds.withdrawal || lastStep === null) return null;
  return stepsAhead[lastStep] ?? null;
}

/** The command to type next for an open withdrawal; null for anything else. */
export function nextText(row: ListedTransaction): string | null {
  const step = nextStep(row);
  if (step === null) return null;
  const reason = row.blockedAt === null || step === 'check' ? '' : ' --reason "…"';
  return `Next: transactions ${step} ${shortId(row.id)}${reason}`;
}

/** All details of one transaction. */
export function detailsOf(row: WithTransfer<ShownTransaction>): string {
  const facts = factsOf(row).map(([name, value]) => `${name.padEnd(10)}${oneLine(value)}`);
  const parts = [
    writeTable(stepColumns, row.steps),
    ...(row.reports.length > 0 ? [`Reported by the provider:\n${writeTable(reportColumns, row.reports)}`] : []),
    ...(row.entries.length > 0 ? [`In the books:\n${writeTable(postingColumns, postingsOf(row))}`] : []),
    nextText(row),
  ].filter((part) => part !== null);
  return [facts.join('\n'), ...parts].join('\n\n');
}

function factsOf(row: WithTransfer<ShownTransaction>): [string, string][] {
  const { id, email, typeId, status, createdAt, amountMinor, note, provider } = row;
  const { reference, askedMinor, askedCurrency, blockedAt, blockedFor, transfer } = row;
  const referenceText = transfer === null ? `, reference ${reference ?? 'none'}` : '';
  const blockedText = blockedAt && [sinceText(blockedAt), blockedFor].filter((part) => part !== null).join(': ');
  const facts: ([string, string | null] | null)[] = [
    ['id', id],
    ['customer', email],
    ['blocked', blockedText],
    ['type', transactionTypeName(typeId)],
    ['amount', amountText(amountMinor)],
    ['asked for', askedMinor === null ? null : amountOf(askedMinor, askedCurrency ?? '')],
    ['status', status],
    ['since', `${whenText(createdAt)} UTC`],
    destinationFact(row),
    ['payment', provider && `${paymentText(row)}${referenceText}`],
    ['transfer', transferText(row)],
    ['note', note],
  ];
  return facts.filter((fact): fact is [string, string] => fact !== null && fact[1] !== null);
}

const stepColumns: readonly TableColumn<ShownTransaction['steps'][number]>[] = [
  { title: 'step', of: ({ step }) => step },
  { title: 'when (UTC)', of: ({ at }) => whenText(at) },
  { title: 'by', of: ({ by }) => by ?? '' },
  { title: 'reason', of: ({ reason }) => reason ?? '' },
];

interface Posting {
  key: string;
  at: string;
  book: string;
  amountMinor: number;
}

/** The ledger entry is named only beside its first posting. */
function postingsOf({ entries }: ShownTransaction): Posting[] {
  return entries.flatMap(({ key, at, postings }) =>
    postings.map(({ book, amountMinor }, line) => ({
      ...(line === 0 ? { key, at } : { key: '', at: '' }),
      book,
      amountMinor,
    })),
  );
}

const postingColumns: readonly TableColumn<Posting>[] = [
  { title: 'entry', of: ({ key }) => key },
  { title: 'when (UTC)', of: ({ at }) => (at === '' ? '' : whenText(at)) },
  { title: 'book', of: ({ book }) => book },
  { title: 'amount', of: ({ amountMinor }) => amountText(amountMinor), isRight: true },
];

const reportColumns: readonly TableColumn<ShownReport>[] = [
  { title: 'report', of: ({ id }) => shortId(id) },
  { title: 'when (UTC)', of: ({ at }) => whenText(at) },
  { title: 'reported', of: ({ outcome }) => outcome },
  { title: 'amount', of: ({ amountMinor, currency }) => amountOf(amountMinor, currency), isRight: true },
  { title: 'reference', of: ({ reference }) => reference ?? 'none' },
  { title: 'result', of: outcomeText },
];

function outcomeText({ became, isSettled }: ShownReport): string {
  return `${became ?? 'not processed yet'}${isSettled ? ', decided by an operator' : ''}`;
}

/** Lists the reports that could not be used. */
export function unusableOf(reports: readonly ShownReport[]): string {
  const provider: TableColumn<ShownReport> = { title: 'provider', of: (report) => report.provider };
  const tries: TableColumn<ShownReport> = {
    title: 'tried',
    of: ({ attempts, isDue }) => (isDue ? `${attempts} times so far` : 'given up'),
  };
  const [id, ...others] = reportColumns;
  const wanted = [...(id ? [id] : []), provider, ...others, tries];
  return `Reports that could not be used. To try one again, use retry <report>:\n${writeTable(wanted, reports)}`;
}

/** An operator's acts on one transaction, each of which can be refused. */
export type RefusedAct = 'check' | 'approve' | 'decline' | 'send' | 'return';

/** Explains why the transaction's present state does not allow the act, and what is possible instead. */
export function refusalText({ code, fields }: Problem, shown: ShownTransaction, act: RefusedAct): string {
  if (code !== 'TRANSACTION_CLOSED') return problemText({ code, fields });
  return shown.typeId === typeIds.withdrawal ? ofWithdrawal(shown, act) : ofDeposit(shown);
}

/** The text for a problem that does not depend on the transaction's state. */
export function problemText({ code, fields }: Problem): string {
  if (code === 'NOT_FOUND') return 'There is no such transaction.';
  if (code === 'UNAVAILABLE') return lockedText;
  if (code === 'ACCOUNT_BLOCKED') return blockedText;
  return Object.values(fields ?? {}).join(' ') || code;
}

const blockedText =
  'The customer is blocked. Decline it, or use --reason to say why it goes ahead anyway. The reason is for the audit log; the customer does not see it.';

function ofWithdrawal(shown: ShownTransaction, act: RefusedAct): string {
  const has = (step: TransactionStep) => shown.steps.some((one) => one.step === step);
  if (has('declined'))
    return `It was declined${whoAndWhen(shown, 'declined')}. The money is back in the customer’s balance.`;
  if (has('cancelled'))
    return `The customer cancelled it${whoAndWhen(shown, 'cancelled')}. The money is back in their balance.`;
  if (has('returned'))
    return `It was returned${whoAndWhen(shown, 'returned')}. The money is back in the customer’s balance.`;
  if (has('sent')) return `It was sent${whoAndWhen(shown, 'sent')}. If the money comes back, use return.`;
  if (act === 'return') return 'It has not been sent yet. To give the money back, use decline.';
  if (has('approved')) return `It was approved${whoAndWhen(shown, 'approved')}. Next: send it or decline it.`;
  if (has('checked')) return 'It is waiting for approval. Approve it, then send it.';
  return 'It has not been checked yet. Check it, then approve and send it.';
}

/** A deposit is refused as closed only if it has been credited. */
function ofDeposit(shown: ShownTransaction): string {
  return `It was credited${whoAndWhen(shown, 'approved')}. To reverse the credit, use: ${reversalCommand(shown)}`;
}

/** The command that takes back what a deposit credited, on the book of the party that it came from. */
function reversalCommand({ email, amountMinor, provider }: ShownTransaction): string {
  return `deposit ${email} -${(amountMinor / 100).toFixed(2)} --by ${provider ?? 'bank'} --reason "…"`;
}

/** Warns an operator whose credit goes against the evidence, with the command that reverses it. */
export function warningText(shown: ShownTransaction, against: string): string {
  return `You credited this against the evidence: ${against}.\nIf that is wrong, take it back before it is traded with or paid out: ${reversalCommand(shown)}`;
}

/** Returns who took a step and when, such as ` by ada, 2026-11-02 12:00 UTC`; empty if the step was not taken. */
export function whoAndWhen({ steps }: Pick<ShownTransaction, 'steps'>, step: string): string {
  const taken = steps.find((one) => one.step === step);
  if (!taken) return '';
  return `${taken.by === null ? '' : ` by ${taken.by}`}, ${whenText(taken.at)} UTC`;
}
