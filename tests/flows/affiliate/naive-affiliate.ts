import type { AffiliateFilter } from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import type { AffiliateMask, AffiliateSummary } from '../../../src/lib/contract/affiliate/affiliate-entities.ts';
import type { ReferredFacts } from './affiliate-floor.ts';
import { emailOf } from './affiliate-floor.ts';

/** A naive model of the affiliate's lists and totals: it applies the rules to each account in turn. */

export interface NaiveChoice {
  filter?: AffiliateFilter | undefined;
  search?: string | undefined;
  masked?: AffiliateMask;
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

export function naivelyChosen(accounts: readonly ReferredFacts[], choice: NaiveChoice): ReferredFacts[] {
  return accounts.filter((account) => account.enteredAt !== null && isChosen(account, choice));
}

function isChosen(account: ReferredFacts, { filter, search = '', masked = 'none' }: NaiveChoice): boolean {
  const at = filter?.where === 'transactions' ? account.deposit?.at : account.createdAt;
  if (filter && (!at || dayOf(at) < filter.from || dayOf(at) > filter.until)) return false;
  const seen = [
    account.uniqid,
    ...(masked === 'emails' || masked === 'all' ? [] : [emailOf(account)]),
    ...(masked === 'names' || masked === 'all' ? [] : [`${account.firstName} ${account.lastName}`]),
  ];
  return seen.some((text) => text.toLowerCase().includes(search.trim().toLowerCase()));
}

/**
 * Sorts by instant. Accounts of the same instant keep their order in `accounts`, which is the order in which they were
 * inserted.
 */
export function naivelySorted(
  accounts: readonly ReferredFacts[],
  { sort = 'created_at', order = 'desc' }: { sort?: string; order?: string },
): string[] {
  const numbered = accounts.map((account, index) => ({ account, index }));
  const by = (instant: (account: ReferredFacts) => number, sign: number) => (one: Numbered, other: Numbered) =>
    sign * (instant(one.account) - instant(other.account) || one.index - other.index);
  const sign = order === 'asc' ? 1 : -1;
  const created = (account: ReferredFacts) => account.createdAt.getTime();
  if (sort === 'created_at') return numbered.sort(by(created, sign)).map(({ account }) => account.uniqid);
  const paid = numbered.filter(({ account }) => account.deposit);
  const unpaid = numbered.filter(({ account }) => !account.deposit);
  paid.sort(by((account) => account.deposit?.at.getTime() ?? 0, sign));
  unpaid.sort(by(created, -1));
  return [...paid, ...unpaid].map(({ account }) => account.uniqid);
}

interface Numbered {
  account: ReferredFacts;
  index: number;
}

export function naiveSummary(
  chosen: readonly ReferredFacts[],
  codeOf: (countryId: number) => string | null,
): AffiliateSummary {
  const counted = chosen.filter(({ fault }) => fault === null);
  const paid = counted.filter(({ deposit }) => deposit);
  const codes = [...new Set(counted.map(({ countryId }) => (countryId === null ? null : codeOf(countryId))))];
  const countries = codes.map((country) => {
    const own = counted.filter(({ countryId }) => (countryId === null ? null : codeOf(countryId)) === country);
    const deposits = own.filter(({ deposit }) => deposit).length;
    const ratio = deposits === 0 ? null : Number((own.length / deposits + 1e-9).toFixed(2));
    return { country, total: own.length, first_deposits: deposits, accounts_per_first_deposit: ratio };
  });
  countries.sort((one, other) => other.total - one.total || ((one.country ?? '~') < (other.country ?? '~') ? -1 : 1));
  const days = new Set([...counted.map(({ createdAt }) => dayOf(createdAt)), ...paid.map(paidOn)]);
  return {
    ...{ total: counted.length, first_deposits: paid.length, not_counted: chosen.length - counted.length },
    conversion: counted.length === 0 ? 0 : Math.round((100 * paid.length) / counted.length + 1e-9),
    countries,
    days: [...days].sort().map((day) => ({
      day,
      registrations: counted.filter(({ createdAt }) => dayOf(createdAt) === day).length,
      first_deposits: paid.filter((account) => paidOn(account) === day).length,
    })),
  };
}

const paidOn = ({ deposit }: ReferredFacts) => (deposit ? dayOf(deposit.at) : '');
