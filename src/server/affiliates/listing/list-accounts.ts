import type { AccountSort } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import type { AffiliateAccount, AffiliateMask } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { toMajor } from '../../../lib/money.ts';
import type { Queries } from '../../db/database.ts';
import { countryCodeOf } from '../../locations/countries.ts';
import type { AccountChoice, ListPart, ListCursor } from './chosen-accounts.ts';
import { conditionOf, readCursor, writeCursor } from './chosen-accounts.ts';
import type { ListedAccountRow } from './listed-accounts-rows.ts';
import { findReferredId, loadListedAccounts } from './listed-accounts-rows.ts';

export interface AccountListRequest extends AccountChoice {
  sort: AccountSort;
  order: 'asc' | 'desc';
  /** The cursor from the previous page; null: the first page. */
  after: string | null;
  limit: number;
}

export interface AccountPage {
  rows: ListedAccountRow[];
  /** Null: there are no more. */
  next: string | null;
}

/**
 * If sorted by first deposit, accounts that have one come first, in the requested order; the others follow, newest
 * first.
 */
const partsOf: Record<AccountSort, readonly ListPart[]> = {
  created_at: ['created'],
  first_deposit: ['deposited', 'undeposited'],
};

/**
 * One page of the accounts that an affiliate referred. Accounts that are added or change between two requests do not
 * shift the others, so these are neither repeated nor skipped.
 *
 * Problem: VALIDATION if `after` is not a cursor of this list.
 */
export async function listAccounts(
  database: Queries,
  { sort, order, after, limit, ...choice }: AccountListRequest,
): Promise<Result<AccountPage>> {
  const cursor = after === null ? null : readCursor(after);
  const start = await findStart(database, choice, { after, cursor, parts: partsOf[sort] });
  if (!start.ok) return start;
  const condition = conditionOf(choice);
  const rows: (ListedAccountRow & { part: ListPart })[] = [];
  for (const part of partsLeft(partsOf[sort], cursor, choice)) {
    const request = { part, order: part === 'undeposited' ? ('desc' as const) : order };
    const from = part === cursor?.part ? start.from : null;
    const found = await loadListedAccounts(database, condition, {
      ...{ ...request, after: from, limit: limit + 1 - rows.length },
    });
    rows.push(...found.map((row) => ({ ...row, part })));
    if (rows.length > limit) break;
  }
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { ok: true, rows: page, next: rows.length > limit && last ? writeCursor(last) : null };
}

interface StartRequest {
  after: string | null;
  cursor: ListCursor | null;
  parts: readonly ListPart[];
}

async function findStart(
  database: Queries,
  { affiliateId }: Pick<AccountChoice, 'affiliateId'>,
  { after, cursor, parts }: StartRequest,
): Promise<Result<{ from: { micros: number; id: number } | null }>> {
  if (after === null) return { ok: true, from: null };
  const { uniqid, part, micros } = cursor ?? {};
  const isOfList = part !== undefined && parts.includes(part);
  const id = isOfList && uniqid !== undefined ? await findReferredId(database, { affiliateId, uniqid }) : undefined;
  if (id === undefined || micros === undefined)
    return refuse('VALIDATION', { fields: { after: "This isn't a position in the list" } });
  return { ok: true, from: { micros, id } };
}

/** The parts from the cursor on. A filter by period of the first deposit excludes accounts without one. */
function partsLeft(parts: readonly ListPart[], cursor: ListCursor | null, { filter }: Pick<AccountChoice, 'filter'>) {
  const left = cursor ? parts.slice(parts.indexOf(cursor.part)) : parts;
  return filter?.where === 'transactions' ? left.filter((part) => part !== 'undeposited') : left;
}

/**
 * A referred account as its affiliate sees it. This is the only function that lets the data out, so masking happens
 * here.
 */
export function accountView(row: ListedAccountRow, masked: AffiliateMask): AffiliateAccount {
  const name = masked === 'names' || masked === 'all' ? initialOf : asItIs;
  const email = masked === 'emails' || masked === 'all' ? initialOf : asItIs;
  const { firstDepositAt, firstDepositMinor } = row;
  return {
    ...{ id: row.uniqid, first_name: name(row.firstName), last_name: name(row.lastName), email: email(row.email) },
    country: row.countryId === null ? null : countryCodeOf(row.countryId),
    created_at: row.createdAt.toISOString(),
    ...{ source_page: row.sourcePage, source_tag: row.sourceTag },
    transaction:
      firstDepositAt === null || firstDepositMinor === null
        ? null
        : { amount: toMajor(firstDepositMinor), date: firstDepositAt.toISOString() },
    fault: row.referralFault,
  };
}

const asItIs = (text: string): string => text;

/** The first letter, and a fixed number of dots that does not reveal the length. */
const initialOf = (text: string): string => `${/^./u.exec(text)?.[0] ?? ''}•••`;
