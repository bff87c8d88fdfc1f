import type { AccountSort, AffiliateFilter, FilterSubject } from '../contract/affiliate/affiliate-calls.ts';
import { dayOf, presetPeriod, startOfDay } from '../transactions/statement-period.ts';
import type { StatementPeriod } from '../transactions/statement-period.ts';

/** Which referred accounts an affiliate looks at, and in which order; it stands in the address of the panel. */
export interface AccountChoice {
  /** Null: all of them. */
  filter: AffiliateFilter | null;
  search: string;
  sort: AccountSort;
  order: 'asc' | 'desc';
}

export const everyAccount: AccountChoice = { filter: null, search: '', sort: 'created_at', order: 'desc' };

/** As it is typed: what is not chosen yet is empty. */
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

/** The choice that the query of an address names; what makes no sense in it is as if it were not there. */
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

/** As the query of an address, without a question mark; what goes without saying is not said. */
export function writeChoice({ filter, search, sort, order }: AccountChoice): string {
  return new URLSearchParams({
    ...filter,
    ...(search !== '' && { search }),
    ...(sort !== everyAccount.sort && { sort }),
    ...(order !== everyAccount.order && { order }),
  }).toString();
}

/**
 * What is wrong with a draft. Kind, first and last day are all required, unless none of the three was touched and
 * something is searched for, or was and is not any more: that is all accounts again.
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

/** The filter of a draft without faults; null where it has none, or faults. */
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

/** The days that are looked at most. */
export const choicePeriods = ['thisMonth', 'lastMonth', 'last30Days'] as const;
export type ChoicePeriod = (typeof choicePeriods)[number];

const dayMs = 86_400_000;

/**
 * Their first and last day in UTC, both included; this month and the last 30 days end today. `nowMs` in unix
 * milliseconds.
 */
export function choicePeriodDays(period: ChoicePeriod, nowMs: number): StatementPeriod {
  if (period === 'last30Days') return { from: dayOf(nowMs - 29 * dayMs), until: dayOf(nowMs) };
  return presetPeriod(period, { nowMs, since: '' });
}
