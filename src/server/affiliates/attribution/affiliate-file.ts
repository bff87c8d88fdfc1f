import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AffiliateMask, ReferralFault } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { ComparisonReason } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { CsvRecord } from '../../../lib/format/csv.ts';
import { readCsv } from '../../../lib/format/csv.ts';
import type { Moment } from '../../../lib/format/read-values.ts';
import { readMoment } from '../../../lib/format/read-values.ts';

/** A line of an affiliate's own file. */
export interface FileLine extends SaidOfAccount {
  line: number;
  /** As it names the account. */
  account: string;
  /** The id or the email, in small letters; null where none can be read, or a date of the line cannot. */
  key: string | null;
}

/** What columns may be called, in small letters. */
const titles = {
  id: ['id', 'account', 'account_id', 'uniqid'],
  email: ['email', 'e-mail', 'mail'],
  createdAt: ['created_at', 'created', 'registered_at', 'registered', 'registration', 'date'],
  firstDeposit: ['first_deposit', 'first_deposit_at', 'ftd', 'ftd_date', 'first_deposit_date'],
} as const;
type Column = keyof typeof titles;
type Columns = Partial<Record<Column, number>>;

/** So much is read before others get a turn. */
const pieceLength = 16_384;

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += pieceLength) {
    yield text.slice(from, from + pieceLength);
    await nextTurn();
  }
}

/**
 * Reads the lines of a CSV file with a heading. Emails that are masked name nobody: by them one could be tried after
 * the other. `unread`: the columns that nothing was taken from, as the heading names them; what it names nothing is not
 * among them. Problem: VALIDATION with `csv` where no column names accounts.
 */
export async function readAffiliateFile(
  csv: string,
  masked: AffiliateMask,
): Promise<Result<{ lines: FileLine[]; unread: string[] }>> {
  const lines: FileLine[] = [];
  let unread: string[] = [];
  let columns: Columns | undefined;
  for await (const record of readCsv(inPieces(csv))) {
    if (columns) lines.push(lineOf(record, columns));
    else {
      columns = columnsOf(record.values, masked);
      unread = unreadIn(record.values, columns);
      if (columns.id === undefined && columns.email === undefined) break;
    }
  }
  if (columns?.id === undefined && columns?.email === undefined) {
    const wanted = hidesEmails(masked) ? 'id' : 'id or email';
    return refuse('VALIDATION', { fields: { csv: `The first line has to name a column ${wanted}` } });
  }
  return { ok: true, lines, unread };
}

/** Whether affiliates see no emails: then they name nobody by them either. */
export const hidesEmails = (masked: AffiliateMask) => masked === 'emails' || masked === 'all';

function columnsOf(heading: readonly string[], masked: AffiliateMask): Columns {
  const found = heading.map((title) => title.trim().toLowerCase());
  const columns: Columns = {};
  for (const name of Object.keys(titles) as Column[]) {
    if (name === 'email' && hidesEmails(masked)) continue;
    const place = titles[name].map((title) => found.indexOf(title)).find((index) => index !== -1);
    if (place !== undefined) columns[name] = place;
  }
  return columns;
}

/** So many are told, each so long: whoever takes a line of something else for a heading sees that it is one. */
const mostTold = 50;
const longestTold = 100;

function unreadIn(heading: readonly string[], columns: Columns): string[] {
  const read = new Set(Object.values(columns));
  const others = heading.filter((title, place) => title.trim() !== '' && !read.has(place));
  return others.slice(0, mostTold).map((title) => title.trim().slice(0, longestTold));
}

function lineOf({ line, values }: CsvRecord, columns: Columns): FileLine {
  const valueOf = (name: Column) => {
    const place = columns[name];
    return place === undefined ? undefined : plain(values[place] ?? '');
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

/** Our own files have an apostrophe before what a spreadsheet would take for a formula. */
const plain = (value: string) => value.trim().replace(/^'(?=[=+\-@])/, '');

function momentOf(text: string | undefined): Moment | null | undefined | 'unreadable' {
  if (text === undefined) return undefined;
  return text === '' ? null : (readMoment(text, null) ?? 'unreadable');
}

/**
 * What a line of an affiliate's own file says of an account; undefined: the file does not say it, null: that there is
 * none.
 */
interface SaidOfAccount {
  createdAt: Moment | null | undefined;
  firstDeposit: Moment | null | undefined;
}

/** The account that the line names, as it is here. */
export interface CountedAccount {
  createdAt: Date;
  firstDepositAt: Date | null;
  fault: ReferralFault | null;
}

/** Clocks and calendars of others: so far apart may be what is the same. */
const toleranceMs = 86_400_000;

/** The first thing in which a line and its account do not agree; null where they agree. */
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
 * From the first to the last day that the file says accounts of; null where it says none: all accounts are meant then.
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
