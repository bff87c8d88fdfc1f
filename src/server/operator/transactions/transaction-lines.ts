import { brand } from '../../../brand.ts';
import type { TransactionStep } from '../../../lib/contract/payments/payment-entities.ts';
import { amountText as amountOf, hundredthsText } from '../../../lib/format/amount-text.ts';
import { typeIds, transactionTypeName } from '../../../lib/transactions/transaction-types.ts';
import type { TableColumn } from '../command/text-table.ts';
import { oneLine, whenText, writeTable } from '../command/text-table.ts';
import type { ListedTransaction, ShownTransaction } from './listed-transactions-rows.ts';
import type { ShownReport } from './reports-rows.ts';
import type { WithTransfer } from './transfers.ts';
import { transferText } from './transfers.ts';

/** An amount of ours as an operator reads it, by the code of the currency. */
export function amountText(minor: number): string {
  return hundredthsText(minor, brand.currency);
}

/** As much of an id as screens show of it, and as commands take. */
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

/** Who brings it, and how that went: of what an operator credited the provider's own word. */
function paymentText({ provider, state, said, creditedBy }: ListedTransaction): string {
  if (provider === null) return '';
  if (state !== 'succeeded' || creditedBy === null) return `${provider}: ${state ?? '–'}`;
  return `${provider}: ${said === null ? '' : `${said}, `}credited by ${creditedBy}`;
}

const sinceText = (at: Date) => `since ${whenText(at)} UTC`;

/** Transactions below each other, with what is not as it was asked for, where a withdrawal is to go, and whether its customer is kept out. */
export function tableOf(rows: readonly WithTransfer<ListedTransaction>[]): string {
  return writeTable(columns, rows, (row) => {
    const isWithdrawal = row.typeId === typeIds.withdrawal;
    return [
      isWithdrawal && row.blockedAt !== null ? `its customer is blocked ${sinceText(row.blockedAt)}` : null,
      isWithdrawal ? (destinationFact(row)?.join(': ') ?? null) : null,
      row.status === 'pending' ? transferText(row) : null,
      row.note,
    ].filter((line) => line !== null);
  });
}

/** What the customer wrote; of a withdrawal under way, that it does not say where it is to go. */
function destinationFact(row: ListedTransaction): [string, string] | null {
  if (row.comments !== null) return ['comments', row.comments];
  return nextStep(row) === null ? null : ['goes to', 'not said by the customer; ask before you send'];
}

const stepsAhead: Partial<Record<TransactionStep, string>> = {
  requested: 'check',
  checked: 'approve',
  approved: 'send',
};

/** Null of all but withdrawals under way. */
function nextStep({ typeId, lastStep }: ListedTransaction): string | null {
  if (typeId !== typeIds.withdrawal || lastStep === null) return null;
  return stepsAhead[lastStep] ?? null;
}

/** What is typed next for a withdrawal that is under way; null of all else. */
export function nextText(row: ListedTransaction): string | null {
  const step = nextStep(row);
  if (step === null) return null;
  const reason = row.blockedAt === null || step === 'check' ? '' : ' --reason "…"';
  return `Next: transactions ${step} ${shortId(row.id)}${reason}`;
}

/** All that is known of one. */
export function detailsOf(row: WithTransfer<ShownTransaction>): string {
  const facts = factsOf(row).map(([name, value]) => `${name.padEnd(10)}${oneLine(value)}`);
  const parts = [
    writeTable(stepColumns, row.steps),
    ...(row.reports.length > 0 ? [`Reported by its provider:\n${writeTable(reportColumns, row.reports)}`] : []),
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

/** An entry is named in the line of its first posting. */
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
  { title: 'said', of: ({ outcome }) => outcome },
  { title: 'amount', of: ({ amountMinor, currency }) => amountOf(amountMinor, currency), isRight: true },
  { title: 'reference', of: ({ reference }) => reference ?? 'none' },
  { title: 'came of it', of: cameOf },
];

function cameOf({ became, isSettled }: ShownReport): string {
  return `${became ?? 'not worked off yet'}${isSettled ? ', decided on by an operator' : ''}`;
}

/** Reports that nobody could use. */
export function unusableOf(reports: readonly ShownReport[]): string {
  const provider: TableColumn<ShownReport> = { title: 'provider', of: (report) => report.provider };
  const tries: TableColumn<ShownReport> = {
    title: 'tried',
    of: ({ attempts, isDue }) => (isDue ? `${attempts} times so far` : 'not any more'),
  };
  const [id, ...others] = reportColumns;
  const wanted = [...(id ? [id] : []), provider, ...others, tries];
  return `Reports that could not be used; retry <report> has one tried again:\n${writeTable(wanted, reports)}`;
}
