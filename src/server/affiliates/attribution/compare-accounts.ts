import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AffiliateMask } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { ComparisonReason } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import type { Moment } from '../../../lib/format/read-values.ts';
import type { Queries } from '../../db/database.ts';
import type { ListedAccountRow } from '../listing/listed-accounts-rows.ts';
import { listAccounts } from '../listing/list-accounts.ts';
import type { FileRow } from './affiliate-file.ts';
import { differFromFile, hidesEmails, readAffiliateFile, spanOf } from './affiliate-file.ts';

export interface Difference {
  reason: ComparisonReason;
  row: FileRow | null;
  /**
   * The account that the row names, or, without a row, the account that is missing from the file. Null if the row names
   * none of the affiliate's accounts.
   */
  account: ListedAccountRow | null;
}

export interface Comparison {
  lines: number;
  matched: number;
  /** How many rows differ; only the first ones are listed. */
  different: number;
  /** Number of expected accounts that are missing from the file; only the first ones are listed. */
  missing: number;
  /** The titles of columns that were not compared. */
  unread: string[];
  /** Accounts without a row are reported if they were opened in this period; null: in any period. */
  span: Moment | null;
  /** Differing rows in the order of the file, then accounts that no row names, oldest first. */
  differences: Difference[];
}

export interface ComparisonRequest {
  affiliateId: number;
  csv: string;
  masked: AffiliateMask;
}

/** At most this many differing rows are listed, and at most this many accounts missing from the file. */
export const mostListed = 500;

/** How many accounts are compared at a time. */
const batchSize = 500;

/**
 * Compares an affiliate's own file with its referred accounts. It reveals nothing about anybody else, not even whether
 * they are a customer. Accounts missing from the file are reported if their referral is valid and they were opened in
 * the file's period. Problem: VALIDATION with `csv`.
 */
export async function compareAccounts(
  database: Queries,
  { affiliateId, csv, masked }: ComparisonRequest,
): Promise<Result<{ comparison: Comparison }>> {
  const read = await readAffiliateFile(csv, masked);
  if (!read.ok) return read;
  const { rows, unread } = read;
  const found = await firstRows(rows);
  const span = spanOf(rows.flatMap(({ createdAt }) => createdAt ?? []));
  const ofRows = new Map<FileRow, JudgedRow>();
  const unnamed: Difference[] = [];
  let missing = 0;
  for await (const account of accountsOf(database, { affiliateId, masked })) {
    const named = rowsNaming(account, found, masked);
    if (named.length === 0 && isExpected(account, span)) {
      missing += 1;
      if (unnamed.length < mostListed) unnamed.push({ reason: 'not_in_file', row: null, account });
    }
    for (const [index, row] of named.entries()) {
      const counted = { ...account, fault: account.referralFault };
      ofRows.set(row, { reason: index > 0 ? 'repeated' : differFromFile(row, counted), account });
    }
  }
  const differing: Difference[] = [];
  let matched = 0;
  for await (const row of inTurns(rows)) {
    const difference = judge(row, found, ofRows);
    if (!difference) matched += 1;
    else if (differing.length < mostListed) differing.push(difference);
  }
  const comparison = {
    ...{ lines: rows.length, matched, different: rows.length - matched, missing, unread, span },
    differences: [...differing, ...unnamed],
  };
  return { ok: true, comparison };
}

interface JudgedRow {
  /** Null: the row agrees. */
  reason: ComparisonReason | null;
  account: ListedAccountRow;
}

/** How many rows are processed before other work gets a turn. */
const rowsATurn = 2_000;

async function* inTurns(rows: readonly FileRow[]): AsyncGenerator<FileRow> {
  for (let from = 0; from < rows.length; from += rowsATurn) {
    yield* rows.slice(from, from + rowsATurn);
    await nextTurn();
  }
}

/** The first row of each key. */
async function firstRows(rows: readonly FileRow[]): Promise<Map<string, FileRow>> {
  const found = new Map<string, FileRow>();
  for await (const row of inTurns(rows)) if (row.key !== null && !found.has(row.key)) found.set(row.key, row);
  return found;
}

/** A file may name the same account by its id and by its email. */
function rowsNaming(
  { uniqid, email }: ListedAccountRow,
  found: ReadonlyMap<string, FileRow>,
  masked: AffiliateMask,
): FileRow[] {
  const names = hidesEmails(masked) ? [uniqid] : [uniqid, email];
  return names.flatMap((name) => found.get(name.toLowerCase()) ?? []).sort((one, other) => one.line - other.line);
}

function isExpected({ referralFault, createdAt }: ListedAccountRow, span: Moment | null): boolean {
  const ms = createdAt.getTime();
  return referralFault === null && (!span || (ms >= span.fromMs && ms <= span.untilMs));
}

function judge(
  row: FileRow,
  found: ReadonlyMap<string, FileRow>,
  ofRows: ReadonlyMap<FileRow, JudgedRow>,
): Difference | null {
  const first = row.key === null ? undefined : found.get(row.key);
  if (!first) return { reason: 'not_understood', row, account: null };
  const known = ofRows.get(first);
  const account = known?.account ?? null;
  if (first !== row) return { reason: 'repeated', row, account };
  const reason = known ? known.reason : 'not_among_yours';
  return reason && { reason, row, account };
}

async function* accountsOf(
  database: Queries,
  { affiliateId, masked }: Omit<ComparisonRequest, 'csv'>,
): AsyncGenerator<ListedAccountRow> {
  const choice = { affiliateId, filter: null, search: '', masked };
  let after: string | null = null;
  do {
    const request = { ...choice, sort: 'created_at', order: 'asc', after, limit: batchSize } as const;
    const page = await listAccounts(database, request);
    if (!page.ok) throw new Error('A list of accounts rejected its own cursor');
    yield* page.rows;
    after = page.next;
  } while (after !== null);
}
