import { brand } from '../../../brand.ts';
import type { AffiliateAccount } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { csvOf } from '../../../lib/format/csv.ts';
import type { Queries } from '../../db/database.ts';
import type { AccountListRequest, AccountPage } from './list-accounts.ts';
import { accountView, listAccounts } from './list-accounts.ts';
import type { AffiliateReads } from './affiliate-reads.ts';

export interface ExportParts extends Pick<AffiliateReads, 'readPart'> {
  database: Queries;
}

export type ExportRequest = Omit<AccountListRequest, 'after' | 'limit'>;

const heading = [
  ...['id', 'first_name', 'last_name', 'email', 'country', 'created_at', 'source_page', 'source_tag'],
  ...['first_deposit', 'first_deposit_amount', 'currency', 'fault'],
];

/** How many accounts are in memory at a time. */
const batchSize = 500;

/**
 * The chosen accounts as a CSV file with a heading, in batches at the pace of the reader: the whole list is never in
 * memory, and reading stops when the client disconnects. Amounts are in major units with two decimals, instants in ISO
 * 8601, UTC.
 */
export async function* exportAccounts(
  { database, readPart }: ExportParts,
  request: ExportRequest,
): AsyncGenerator<string, void> {
  yield csvOf([heading]);
  let after: string | null = null;
  do {
    const part: AccountListRequest = { ...request, after, limit: batchSize };
    const page: Result<AccountPage> = await readPart(() => listAccounts(database, part));
    if (!page.ok) throw new Error('A list of accounts rejected its own cursor');
    if (page.rows.length > 0) yield csvOf(page.rows.map((row) => rowOf(accountView(row, request.masked))));
    after = page.next;
  } while (after !== null);
}

function rowOf({ transaction, ...account }: AffiliateAccount): (string | null)[] {
  const { id, first_name: firstName, last_name: lastName, email, country, created_at: createdAt, fault } = account;
  return [
    ...[id, firstName, lastName, email, country, createdAt, account.source_page, account.source_tag],
    ...[transaction?.date ?? null, transaction?.amount.toFixed(2) ?? null, transaction && brand.currency, fault],
  ];
}
