import type { ReferralFault } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { Condition, ListPart } from './chosen-accounts.ts';

export interface ListedAccountRow {
  uniqid: string;
  firstName: string;
  lastName: string;
  email: string;
  /** ISO 3166-1 numeric. */
  countryId: number | null;
  createdAt: Date;
  sourcePage: string | null;
  sourceTag: string | null;
  firstDepositAt: Date | null;
  firstDepositMinor: number | null;
  referralFault: ReferralFault | null;
  /** The sort value in this part of the list, in microseconds since 1970. */
  micros: number;
}

export interface ListRequest {
  part: ListPart;
  order: 'asc' | 'desc';
  /** Only accounts after this one; null: from the beginning. */
  after: { micros: number; id: number } | null;
  limit: number;
}

/** The filter and the sort column of each part of the list. */
const parts: Record<ListPart, { column: string; only?: string }> = {
  created: { column: 'created_at' },
  deposited: { column: 'first_deposit_at', only: 'first_deposit_at is not null' },
  undeposited: { column: 'created_at', only: 'first_deposit_at is null' },
};

const instantOf = (index: number) => `timestamptz 'epoch' + $${index}::bigint * interval '1 microsecond'`;

/**
 * A batch of the chosen accounts, in order. The ids come from an index alone; only then are their rows read. Not a
 * `statement`, because filters, searches, parts and orders combine to 180 SQL texts with different parameters.
 */
export async function loadListedAccounts(
  queries: Queries,
  condition: Condition,
  { part, order, after, limit }: ListRequest,
): Promise<ListedAccountRow[]> {
  const { column, only } = parts[part];
  const values = [...condition.values, limit];
  const limitIndex = values.length;
  const conditions = [condition.text, ...(only === undefined ? [] : [only])];
  if (after) {
    values.push(after.micros, after.id);
    const comparison = order === 'asc' ? '>' : '<';
    conditions.push(`(${column}, account_id) ${comparison} (${instantOf(limitIndex + 1)}, $${limitIndex + 2}::bigint)`);
  }
  const { rows } = await queries.query<ListedAccountRow>({
    name: `affiliate-list-${condition.name}-${part}-${order}${after ? '-after' : ''}`,
    text: `select a.uniqid, a.first_name as "firstName", a.last_name as "lastName", a.email, a.country_id as "countryId",
             a.created_at as "createdAt", a.source_page as "sourcePage", a.source_tag as "sourceTag",
             a.first_deposit_at as "firstDepositAt", a.first_deposit_minor as "firstDepositMinor",
             a.referral_fault as "referralFault", (extract(epoch from p.place) * 1000000)::bigint as micros
           from (select account_id as id, ${column} as place from referred_accounts where ${conditions.join(' and ')}
                 order by ${column} ${order}, account_id ${order} limit $${limitIndex}) p
           join accounts a on a.id = p.id
           order by p.place ${order}, p.id ${order}`,
    values,
  });
  return rows;
}

const affiliateAccountId = statement(
  'affiliate-account-id',
  'select id from accounts join referred_accounts on account_id = id where uniqid = :uniqid and affiliate_id = :affiliateId',
);

/** The id of an account by its referral code, if the affiliate referred it. */
export async function findReferredId(
  queries: Queries,
  { affiliateId, uniqid }: { affiliateId: number; uniqid: string },
): Promise<number | undefined> {
  return (await affiliateAccountId.first(queries, { affiliateId, uniqid }))?.id;
}
