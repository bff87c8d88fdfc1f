import type { AffiliateFilter } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import type { AffiliateMask } from '../../../lib/contract/affiliate/affiliate-entities.ts';

/** A selection of an affiliate's accounts. */
export interface AccountChoice {
  affiliateId: number;
  filter: AffiliateFilter | null;
  /** A part of a name, an email or an id; empty: all. */
  search: string;
  /** Masked data is not searched. */
  masked: AffiliateMask;
}

/** An SQL condition with its parameter values. The name is the same for every condition with the same text. */
export interface Condition {
  name: string;
  text: string;
  values: unknown[];
}

const dayMs = 86_400_000;
const columnOf = { created_at: 'created_at', transactions: 'first_deposit_at' } as const;
/** PostgreSQL truncates the names of prepared statements at 63 characters. */
const shortNames = { created_at: 'made', transactions: 'paid' } as const;

/** The lines of `search_text` are the id, the email and the name; masked ones are not searched. */
const searched: Record<AffiliateMask, string> = {
  none: 'search_text',
  names: String.raw`split_part(search_text, E'\n', 1) || E'\n' || split_part(search_text, E'\n', 2)`,
  emails: String.raw`split_part(search_text, E'\n', 1) || E'\n' || split_part(search_text, E'\n', 3)`,
  all: String.raw`split_part(search_text, E'\n', 1)`,
};

/**
 * The condition that selects from `referred_accounts`; indexes cover all of it. Accounts whose owner never signed in
 * are excluded: see `noteSignIn`.
 */
export function conditionOf({ affiliateId, filter, search, masked }: AccountChoice): Condition {
  const values: unknown[] = [affiliateId];
  const parts = ['affiliate_id = $1'];
  if (filter) {
    const column = columnOf[filter.where];
    values.push(startOf(filter.from), new Date(startOf(filter.until).getTime() + dayMs));
    parts.push(`${column} >= $2`, `${column} < $3`);
  }
  if (search !== '') {
    values.push(search);
    // Lower-cased once per query, by the database, because the column was too. `like` would take twice as long.
    parts.push(`strpos(${searched[masked]}, (select lower($${values.length}::text))) > 0`);
  }
  const name = [filter ? shortNames[filter.where] : 'all', ...(search === '' ? [] : ['search', masked])].join('-');
  return { name, text: parts.join(' and '), values };
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/**
 * The cursor of an account list names the account after which the list continues, by its public id and sort value. So
 * an account that gets its first deposit meanwhile does not shift the others.
 */
export interface ListCursor {
  /**
   * A list sorted by opening is one part (`created`). A list sorted by first deposit has two: accounts with a deposit,
   * and accounts without.
   */
  part: ListPart;
  /** The sort value, in microseconds since 1970. */
  micros: number;
  /** The referral code of the account. */
  uniqid: string;
}

export const listParts = { created: 'c', deposited: 'd', undeposited: 'n' } as const;
export type ListPart = keyof typeof listParts;

export function writeCursor({ part, micros, uniqid }: ListCursor): string {
  return `${listParts[part]}${micros}.${uniqid}`;
}

/** Null if the text is not a cursor. */
export function readCursor(text: string): ListCursor | null {
  const [, letter, digits, uniqid] = /^([cdn])(\d{1,16})\.([A-Za-z0-9_-]{1,40})$/.exec(text) ?? [];
  const part = (Object.keys(listParts) as ListPart[]).find((one) => listParts[one] === letter);
  const micros = Number(digits);
  return part && uniqid !== undefined && Number.isSafeInteger(micros) ? { part, micros, uniqid } : null;
}
