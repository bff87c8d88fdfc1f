import type { AffiliateSummary } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { Database } from '../../db/database.ts';
import { countryCodeOf } from '../../locations/countries.ts';
import type { AccountChoice } from './chosen-accounts.ts';
import { conditionOf } from './chosen-accounts.ts';
import type { SummaryRow } from './summary-rows.ts';
import { loadSummary, summarySettings } from './summary-rows.ts';

/**
 * Totals of the chosen accounts: overall, by country and by day. Accounts that do not count are only included in
 * `not_counted`.
 */
export async function summariseAccounts(
  database: Pick<Database, 'transaction'>,
  choice: AccountChoice,
): Promise<AffiliateSummary> {
  const condition = conditionOf(choice);
  const rows = await database.transaction((connection) => loadSummary(connection, condition), summarySettings);
  const all = rows.find(({ of }) => of === 'all');
  const total = all?.accounts ?? 0;
  const firstDeposits = all?.firstDeposits ?? 0;
  return {
    ...{ total, first_deposits: firstDeposits, conversion: conversionPercent(firstDeposits, total) },
    not_counted: all?.notCounted ?? 0,
    countries: countriesOf(rows),
    days: daysOf(rows),
  };
}

function countriesOf(rows: readonly SummaryRow[]): AffiliateSummary['countries'] {
  return rows
    .filter(({ of, accounts }) => of === 'country' && accounts > 0)
    .map(({ countryId, accounts, firstDeposits }) => ({
      country: countryId === null ? null : countryCodeOf(countryId),
      ...{ total: accounts, first_deposits: firstDeposits },
      accounts_per_first_deposit: accountsPerFirstDeposit(accounts, firstDeposits),
    }))
    .sort((one, other) => other.total - one.total || compare(one.country ?? '~', other.country ?? '~'));
}

/** An account counts on the day of its registration, and its first deposit on the day of the deposit. */
function daysOf(rows: readonly SummaryRow[]): AffiliateSummary['days'] {
  const days = new Map<string, AffiliateSummary['days'][number]>();
  for (const { of, day, accounts, firstDeposits } of rows) {
    if (day === null || (of !== 'registered' && of !== 'deposited')) continue;
    const known = days.get(day) ?? { day, registrations: 0, first_deposits: 0 };
    if (of === 'registered') known.registrations = accounts;
    else known.first_deposits = firstDeposits;
    days.set(day, known);
  }
  return [...days.values()]
    .filter(({ registrations, first_deposits: deposits }) => registrations + deposits > 0)
    .sort((one, other) => compare(one.day, other.day));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** First deposits per hundred accounts: a whole percent, half up; 0 if there are no accounts. */
export function conversionPercent(firstDeposits: number, accounts: number): number {
  return accounts === 0 ? 0 : Math.floor((200 * firstDeposits + accounts) / (2 * accounts));
}

/** Accounts per first deposit, two decimals, half up; null if there are no first deposits. */
export function accountsPerFirstDeposit(accounts: number, firstDeposits: number): number | null {
  return firstDeposits === 0 ? null : Math.floor((200 * accounts + firstDeposits) / (2 * firstDeposits)) / 100;
}
