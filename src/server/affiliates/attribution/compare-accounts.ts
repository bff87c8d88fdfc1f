import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AffiliateMask } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { ComparisonReason } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import type { Moment } from '../../../lib/format/read-values.ts';
import type { Queries } from '../../db/database.ts';
import type { ListedAccountRow } from '../listing/listed-accounts-rows.ts';
import { listAccounts } from '../listing/list-accounts.ts';
import type { FileLine } from './affiliate-file.ts';
import { differFromFile, hidesEmails, readAffiliateFile, spanOf } from './affiliate-file.ts';

export interface Difference {
  reason: ComparisonReason;
  line: FileLine | null;
  /** Null if the row names none of the affiliate's accounts. */
  account: ListedAccountRow | null;
}

export interface Comparison {
  lines: number;
  matched: number;
  /** Rows that differ in total; only the first ones are listed. */
  different: number;
  /** Accounts that no row names in total; only the first ones are listed. */
  missing: number;
  /** The titles of columns that were not compared. */
  unread: string[];
  /** The period in which accounts without a row were searched for; null: all accounts. */
  span: Moment | null;
  /** In the order of the rows, then accounts that no row names, oldest first. */
  differences: Difference[];
}

export interface ComparisonWish {
  affiliateId: number;
  csv: string;
  masked: AffiliateMask;
}

/** The maximum for rows, and for accounts that no row names. */
export const mostListed = 500;

/** How many accounts are compared at a time. */
const batchSize = 500;

/**
 * Compares an affiliate's own file with its referred accounts only: about anybody else it reveals nothing, not even
 * whether they are a customer. Accounts that no row names are reported if they count and were opened in the period of
 * the file. Problem: VALIDATION with `csv`.
 */
export async function compareAccounts(
  database: Queries,
  { affiliateId, csv, masked }: ComparisonWish,
): Promise<Result<{ comparison: Comparison }>> {
  const read = await readAffiliateFile(csv, masked);
  if (!read.ok) return read;
  const { lines, unread } = read;
  const found = await firstLines(lines);
  const span = spanOf(lines.flatMap(({ createdAt }) => createdAt ?? []));
  const ofLines = new Map<FileLine, JudgedLine>();
  const unnamed: Difference[] = [];
  let missing = 0;
  for await (const account of accountsOf(database, { affiliateId, masked })) {
    const named = linesNaming(account, found, masked);
    if (named.length === 0 && isExpected(account, span)) {
      missing += 1;
      if (unnamed.length < mostListed) unnamed.push({ reason: 'not_in_file', line: null, account });
    }
    for (const [index, line] of named.entries()) {
      const counted = { ...account, fault: account.referralFault };
      ofLines.set(line, { reason: index > 0 ? 'repeated' : differFromFile(line, counted), account });
    }
  }
  const differing: Difference[] = [];
  let matched = 0;
  for await (const line of inTurns(lines)) {
    const difference = judge(line, found, ofLines);
    if (!difference) matched += 1;
    else if (differing.length < mostListed) differing.push(difference);
  }
  const comparison = {
    ...{ lines: lines.length, matched, different: lines.length - matched, missing, unread, span },
    differences: [...differing, ...unnamed],
  };
  return { ok: true, comparison };
}

interface JudgedLine {
  /** Null: the row agrees. */
  reason: ComparisonReason | null;
  account: ListedAccountRow;
}

/** How many rows are processed before other work gets a turn. */
const linesATurn = 2_000;

async function* inTurns(lines: readonly FileLine[]): AsyncGenerator<FileLine> {
  for (let from = 0; from < lines.length; from += linesATurn) {
    yield* lines.slice(from, from + linesATurn);
    await nextTurn();
  }
}

/** The first row of each key. */
async function firstLines(lines: readonly FileLine[]): Promise<Map<string, FileLine>> {
  const found = new Map<string, FileLine>();
  for await (const line of inTurns(lines)) if (line.key !== null && !found.has(line.key)) found.set(line.key, line);
  return found;
}

/** A file may name the same account by its id and by its email. */
function linesNaming(
  { uniqid, email }: ListedAccountRow,
  found: ReadonlyMap<string, FileLine>,
  masked: AffiliateMask,
): FileLine[] {
  const names = hidesEmails(masked) ? [uniqid] : [uniqid, email];
  return names.flatMap((name) => found.get(name.toLowerCase()) ?? []).sort((one, other) => one.line - other.line);
}

function isExpected({ referralFault, createdAt }: ListedAccountRow, span: Moment | null): boolean {
  const ms = createdAt.getTime();
  return referralFault === null && (!span || (ms >= span.fromMs && ms <= span.untilMs));
}

function judge(
  line: FileLine,
  found: ReadonlyMap<string, FileLine>,
  ofLines: ReadonlyMap<FileLine, JudgedLine>,
): Difference | null {
  const first = line.key === null ? undefined : found.get(line.key);
  if (!first) return { reason: 'not_understood', line, account: null };
  const known = ofLines.get(first);
  const account = known?.account ?? null;
  if (first !== line) return { reason: 'repeated', line, account };
  const reason = known ? known.reason : 'not_among_yours';
  return reason && { reason, line, account };
}

async function* accountsOf(
  database: Queries,
  { affiliateId, masked }: Omit<ComparisonWish, 'csv'>,
): AsyncGenerator<ListedAccountRow> {
  const choice = { affiliateId, filter: null, search: '', masked };
  let after: string | null = null;
  do {
    const wish = { ...choice, sort: 'created_at', order: 'asc', after, limit: batchSize } as const;
    const page = await listAccounts(database, wish);
    if (!page.ok) throw new Error('A list of accounts rejected its own cursor');
    yield* page.rows;
    after = page.next;
  } while (after !== null);
}
