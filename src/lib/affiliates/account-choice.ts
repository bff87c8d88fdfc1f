import type { AccountSort, AffiliateFilter, FilterSubject } from '../contract/affiliate/affiliate-calls.ts';
import { dayOf, presetPeriod, startOfDay } from '../transactions/statement-period.ts';
import type { StatementPeriod } from '../transactions/statement-period.ts';

/**
 * Which referred accounts the affiliate's panel shows, and in which order. Kept in the query of the panel's address.
 */
export interface AccountChoice {
  /** Null: all accounts. */
  filter: AffiliateFilter | null;
  search: string;
  sort: AccountSort;
  order: 'asc' | 'desc';
}

export const everyAccount: AccountChoice = { filter: null, search: '', sort: 'created_at', order: 'desc' };

/** The form's fields as typed; empty if nothing was chosen. */
export interface ChoiceDraft {
  where: FilterSubject | '';
  from: string;
  until: string;
  search: string;
}

export type DraftFault = 'required' | 'order';
export type DraftFaults = Partial<Record<'where' | 'from' | 'until', DraftFault>>;

const subjects: readonly string[] = ['created_at', 'transactions'] satisfies FilterSubject[];
const sorts: readonly string[] = ['created_at', 'first_deposit'] satisfies AccountSort[];
export const longestSearch = 100;

const isDay = (day: string) => !Number.isNaN(startOfDay(day));
const isSubject = (text: string): text is FilterSubject => subjects.includes(text);
const isSort = (text: string): text is AccountSort => sorts.includes(text);

/** Reads a choice from the query of an address. Ignores invalid values. */
export function readChoice(query: string): AccountChoice {
  const params = new URLSearchParams(query);
  const named = (name: string) => params.get(name) ?? '';
  const draft = { where: named('where'), from: named('from'), until: named('until') };
  const sort = named('sort');
  return {
    filter: filterOf(draft),
    search: named('search').trim().slice(0, longestSearch),
    sort: isSort(sort) ? sort : everyAccount.sort,
    order: named('order') === 'asc' ? 'asc' : 'desc',
  };
}

/** The query of an address, without the question mark. Leaves out defaults. */
export function writeChoice({ filter, search, sort, order }: AccountChoice): string {
  return new URLSearchParams({
    ...filter,
    ...(search !== '' && { search }),
    ...(sort !== everyAccount.sort && { sort }),
    ...(order !== everyAccount.order && { order }),
  }).toString();
}

/**
 * The faults of a draft. Subject, first day and last day are all required, unless all three are empty and there is a
 * search text, or an earlier search to clear (which shows all accounts again).
 */
export function draftFaults(
  { where, from, until, search }: ChoiceDraft,
  chosen: Pick<AccountChoice, 'search'> = everyAccount,
): DraftFaults {
  const isSearch = search.trim() !== '' || chosen.search !== '';
  if (where === '' && from === '' && until === '' && isSearch) return {};
  const faults: DraftFaults = {};
  if (where === '') faults.where = 'required';
  if (!isDay(from)) faults.from = 'required';
  if (!isDay(until)) faults.until = 'required';
  else if (isDay(from) && from > until) faults.until = 'order';
  return faults;
}

/** The filter of a draft; null if the draft has none or has faults. */
export function filterOf({
  where,
  from,
  until,
}: {
  where: string;
  from: string;
  until: string;
}): AffiliateFilter | null {
  return isSubject(where) && isDay(from) && isDay(until) && from <= until ? { where, from, until } : null;
}

/** The periods that affiliates choose most often. */
export const choicePeriods = ['thisMonth', 'lastMonth', 'last30Days'] as const;
export type ChoicePeriod = (typeof choicePeriods)[number];

const dayMs = 86_400_000;

/**
 * The first and last day of a period in UTC, both included. This month and the last 30 days end today. `nowMs` in unix
 * milliseconds.
 */
export function choicePeriodDays(period: ChoicePeriod, nowMs: number): StatementPeriod {
  if (period === 'last30Days') return { from: dayOf(nowMs - 29 * dayMs), until: dayOf(nowMs) };
  return presetPeriod(period, { nowMs, since: '' });
}
