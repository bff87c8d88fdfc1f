import type { AffiliateFilter } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import type { AffiliateMask } from '../../../lib/contract/affiliate/affiliate-entities.ts';

/** Which of an affiliate's accounts are meant. */
export interface AccountChoice {
  affiliateId: number;
  filter: AffiliateFilter | null;
  /** A part of a name, an email or an id; empty: all. */
  search: string;
  /** What is masked is not searched. */
  masked: AffiliateMask;
}

/** A condition of SQL, the values of its places, and a name for this form of it. */
export interface Condition {
  name: string;
  text: string;
  values: unknown[];
}

const dayMs = 86_400_000;
const columnOf = { created_at: 'created_at', transactions: 'first_deposit_at' } as const;
/** PostgreSQL cuts the names of queries after 63 letters. */
const shortNames = { created_at: 'made', transactions: 'paid' } as const;

/** The lines of `search_text` are the id, the email and the name; of what is masked none is looked at. */
const searched: Record<AffiliateMask, string> = {
  none: 'search_text',
  names: String.raw`split_part(search_text, E'\n', 1) || E'\n' || split_part(search_text, E'\n', 2)`,
  emails: String.raw`split_part(search_text, E'\n', 1) || E'\n' || split_part(search_text, E'\n', 3)`,
  all: String.raw`split_part(search_text, E'\n', 1)`,
};

/**
 * The condition of the `referred_accounts` that are meant. All that it asks is in their indexes. Accounts whose owner
 * never came in are not among them: see `noteEntered`.
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
    // Asked for once: the same letters of the same database as those in the column. `like` would take twice as long.
    parts.push(`strpos(${searched[masked]}, (select lower($${values.length}::text))) > 0`);
  }
  const name = [filter ? shortNames[filter.where] : 'all', ...(search === '' ? [] : ['search', masked])].join('-');
  return { name, text: parts.join(' and '), values };
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/**
 * A place in the list of an affiliate's accounts: after which account it goes on. It names the account as the affiliate
 * knows it, and by what the list was in order there: an account whose first deposit comes meanwhile moves none of the
 * others.
 */
export interface ListPlace {
  /** By when it was opened, by its first deposit, or among those without one, by when they were opened. */
  part: ListPart;
  /** The instant that it stands by, in microseconds since 1970. */
  micros: number;
  /** The referral code of the account. */
  uniqid: string;
}

export const listParts = { created: 'c', deposited: 'd', undeposited: 'n' } as const;
export type ListPart = keyof typeof listParts;

export function writePlace({ part, micros, uniqid }: ListPlace): string {
  return `${listParts[part]}${micros}.${uniqid}`;
}

/** Null where the text is no place. */
export function readPlace(text: string): ListPlace | null {
  const [, letter, digits, uniqid] = /^([cdn])(\d{1,16})\.([A-Za-z0-9_-]{1,40})$/.exec(text) ?? [];
  const part = (Object.keys(listParts) as ListPart[]).find((one) => listParts[one] === letter);
  const micros = Number(digits);
  return part && uniqid !== undefined && Number.isSafeInteger(micros) ? { part, micros, uniqid } : null;
}
