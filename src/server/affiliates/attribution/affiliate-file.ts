import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AffiliateMask, ReferralFault } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { ComparisonReason } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { Moment } from '../../../lib/format/read-values.ts';
import { readMoment } from '../../../lib/format/read-values.ts';
import type { CsvRecord } from '../../read-csv.ts';
import { readCsv } from '../../read-csv.ts';

/** A row of the CSV file with which an affiliate compares its own counts with ours. */
export interface FileRow extends SaidOfAccount {
  line: number;
  /** The account as the row names it. */
  account: string;
  /** The id or email in lower case; null if it is missing, or if a date in the row cannot be read. */
  key: string | null;
}

/** The accepted names of columns, in lower case. */
const titles = {
  id: ['id', 'account', 'account_id', 'uniqid'],
  email: ['email', 'e-mail', 'mail'],
  createdAt: ['created_at', 'created', 'registered_at', 'registered', 'registration', 'date'],
  firstDeposit: ['first_deposit', 'first_deposit_at', 'ftd', 'ftd_date', 'first_deposit_date'],
} as const;
type Column = keyof typeof titles;
type Columns = Partial<Record<Column, number>>;

/** The text that is parsed before other work gets a turn: up to 16,384 characters, never splitting a surrogate pair. */
const piece = /[^]{1,16384}/gu;

async function* inPieces(text: string): AsyncGenerator<string> {
  for (const [characters] of text.matchAll(piece)) {
    yield characters;
    await nextTurn();
  }
}

/**
 * Reads the rows of a CSV file with a heading. If emails are masked, rows cannot name accounts by email: otherwise the
 * affiliate could guess emails one by one. `unread`: the titles of unused columns, except empty titles. Problem:
 * VALIDATION with `csv` if no column names accounts.
 */
export async function readAffiliateFile(
  csv: string,
  masked: AffiliateMask,
): Promise<Result<{ rows: FileRow[]; unread: string[] }>> {
  const rows: FileRow[] = [];
  let unread: string[] = [];
  let columns: Columns | undefined;
  for await (const record of readCsv(inPieces(csv))) {
    if (columns) rows.push(rowOf(record, columns));
    else {
      columns = columnsOf(record.values, masked);
      unread = unreadIn(record.values, columns);
      if (columns.id === undefined && columns.email === undefined) break;
    }
  }
  if (columns?.id === undefined && columns?.email === undefined) {
    const wanted = hidesEmails(masked) ? 'id' : 'id or email';
    return refuse('VALIDATION', { fields: { csv: `The first row must contain a column named ${wanted}` } });
  }
  return { ok: true, rows, unread };
}

/** Whether emails are hidden from affiliates, who then cannot name accounts by them either. */
export const hidesEmails = (masked: AffiliateMask) => masked === 'emails' || masked === 'all';

function columnsOf(heading: readonly string[], masked: AffiliateMask): Columns {
  const found = heading.map((title) => title.trim().toLowerCase());
  const columns: Columns = {};
  for (const name of Object.keys(titles) as Column[]) {
    if (name === 'email' && hidesEmails(masked)) continue;
    const at = titles[name].map((title) => found.indexOf(title)).find((index) => index !== -1);
    if (at !== undefined) columns[name] = at;
  }
  return columns;
}

/** How many titles of unused columns are listed. They show the affiliate that a data row was read as the heading. */
const mostTold = 50;
/** The characters of a title that are listed. */
const longestTold = 100;

function unreadIn(heading: readonly string[], columns: Columns): string[] {
  const read = new Set(Object.values(columns));
  const others = heading.filter((title, at) => title.trim() !== '' && !read.has(at));
  return others.slice(0, mostTold).map((title) => title.trim().slice(0, longestTold));
}

function rowOf({ line, values }: CsvRecord, columns: Columns): FileRow {
  const valueOf = (name: Column) => {
    const at = columns[name];
    return at === undefined ? undefined : plain(values[at] ?? '');
  };
  const account = valueOf('id') || valueOf('email') || '';
  const createdAt = momentOf(valueOf('createdAt'));
  const firstDeposit = momentOf(valueOf('firstDeposit'));
  const isRead = account !== '' && createdAt !== 'unreadable' && firstDeposit !== 'unreadable';
  return {
    ...{ line, account, key: isRead ? account.toLowerCase() : null },
    createdAt: createdAt === 'unreadable' ? undefined : createdAt,
    firstDeposit: firstDeposit === 'unreadable' ? undefined : firstDeposit,
  };
}

/** Removes the apostrophe that our own exports put before values that a spreadsheet would read as a formula. */
const plain = (value: string) => value.trim().replace(/^'(?=[=+\-@])/, '');

function momentOf(text: string | undefined): Moment | null | undefined | 'unreadable' {
  if (text === undefined) return undefined;
  return text === '' ? null : (readMoment(text, null) ?? 'unreadable');
}

/**
 * What a row of an affiliate's own file says about an account. Undefined: the row does not say; null: it says that
 * there was none.
 */
interface SaidOfAccount {
  createdAt: Moment | null | undefined;
  firstDeposit: Moment | null | undefined;
}

/** The account that a row names, as the broker counts it. */
export interface CountedAccount {
  createdAt: Date;
  firstDepositAt: Date | null;
  fault: ReferralFault | null;
}

/** Clocks and calendars differ, so dates this close count as equal. */
const toleranceMs = 86_400_000;

/** The first difference between a row and its account; null if they agree. */
export function differFromFile(said: SaidOfAccount, account: CountedAccount): ComparisonReason | null {
  const { createdAt, firstDepositAt, fault } = account;
  if (fault) return fault;
  if (said.firstDeposit && !firstDepositAt) return 'no_first_deposit';
  if (said.firstDeposit === null && firstDepositAt) return 'first_deposit_missing';
  if (said.createdAt && isApart(said.createdAt, createdAt)) return 'created_at_differs';
  if (said.firstDeposit && firstDepositAt && isApart(said.firstDeposit, firstDepositAt)) return 'first_deposit_differs';
  return null;
}

function isApart({ fromMs, untilMs }: Moment, instant: Date): boolean {
  const ms = instant.getTime();
  return ms < fromMs - toleranceMs || ms > untilMs + toleranceMs;
}

/**
 * The period from the first to the last day that the file mentions; null if it mentions none: then accounts of any time
 * are expected in it.
 */
export function spanOf(moments: readonly Moment[]): Moment | null {
  if (moments.length === 0) return null;
  let [fromMs, untilMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const moment of moments) {
    fromMs = Math.min(fromMs, moment.fromMs);
    untilMs = Math.max(untilMs, moment.untilMs);
  }
  return { fromMs: startOfDay(fromMs), untilMs: startOfDay(untilMs) + dayMs - 1 };
}

const dayMs = 86_400_000;
const startOfDay = (ms: number) => Math.floor(ms / dayMs) * dayMs;
