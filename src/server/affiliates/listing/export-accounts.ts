import { brand } from '../../../brand.ts';
import type { AffiliateAccount } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { csvOf } from '../../../lib/format/csv.ts';
import type { Queries } from '../../db/database.ts';
import type { AccountListWish, AccountPage } from './list-accounts.ts';
import { accountView, listAccounts } from './list-accounts.ts';
import type { AffiliateReads } from './affiliate-reads.ts';

export interface ExportParts extends Pick<AffiliateReads, 'readPart'> {
  database: Queries;
}

export type ExportWish = Omit<AccountListWish, 'after' | 'limit'>;

const heading = [
  ...['id', 'first_name', 'last_name', 'email', 'country', 'created_at', 'source_page', 'source_tag'],
  ...['first_deposit', 'first_deposit_amount', 'currency', 'fault'],
];

/** So many are held at a time. */
const batchSize = 500;

/**
 * All of the chosen accounts as a CSV file with a heading, some at a time, as fast as they are taken: no list of them
 * is ever whole in memory, and none is read for somebody who went away. Amounts in major units with two decimals,
 * instants ISO 8601 in UTC.
 */
export async function* exportAccounts(
  { database, readPart }: ExportParts,
  wish: ExportWish,
): AsyncGenerator<string, void> {
  yield csvOf([heading]);
  let after: string | null = null;
  do {
    const part: AccountListWish = { ...wish, after, limit: batchSize };
    const page: Result<AccountPage> = await readPart(() => listAccounts(database, part));
    if (!page.ok) throw new Error('A list of accounts lost its place');
    if (page.rows.length > 0) yield csvOf(page.rows.map((row) => lineOf(accountView(row, wish.masked))));
    after = page.next;
  } while (after !== null);
}

function lineOf({ transaction, ...account }: AffiliateAccount): (string | null)[] {
  const { id, first_name: firstName, last_name: lastName, email, country, created_at: createdAt, fault } = account;
  return [
    ...[id, firstName, lastName, email, country, createdAt, account.source_page, account.source_tag],
    ...[transaction?.date ?? null, transaction?.amount.toFixed(2) ?? null, transaction && brand.currency, fault],
  ];
}
