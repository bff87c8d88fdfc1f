import { page } from 'vitest/browser';
import type { Locale } from '../../../src/brand.ts';
import { AffiliatePanelIsland } from '../../../src/islands/affiliate/affiliate-panel.island.tsx';
import { getAffiliateAccounts, getAffiliateSummary } from '../../../src/lib/contract/affiliate/affiliate-endpoints.ts';
import type {
  AffiliateAccount,
  AffiliateSummary,
  AffiliateUser,
} from '../../../src/lib/contract/affiliate/affiliate-entities.ts';
import { beginAffiliateSession } from '../../../src/stores/affiliate/affiliate-session.ts';
import { messagesFor, test as base } from './component-test.tsx';

/** An affiliate's panel, against a server that the test plays. */

export const anAffiliate: AffiliateUser = {
  ...{ name: 'Northlight Media', email: 'affiliate@example.com', token: 'north', uniqid: 'northlight' },
  masked: 'none',
};

const people = ['Anna Steiner', 'Marie Becker', 'Marco Ricci', 'Camille Laurent'];

/** The account at an index of the default list; each is one day older than the one before. */
export function anAccount(index: number, changes: Partial<AffiliateAccount> = {}): AffiliateAccount {
  const [first_name = '', last_name = ''] = (people[index] ?? `Person${index + 1} Muster`).split(' ');
  return {
    ...{ id: `account-${index}`, first_name, last_name, country: 'AT', source_page: '/', source_tag: null },
    email: `${first_name}.${last_name}@example.com`.toLowerCase(),
    created_at: new Date(Date.UTC(2026, 9, 20 - index, 12)).toISOString(),
    ...{ transaction: null, fault: null },
    ...changes,
  };
}

export const someAccounts = people.map((_, index) => anAccount(index));

export const aSummary: AffiliateSummary = {
  ...{ total: 4, first_deposits: 1, conversion: 25, not_counted: 0 },
  countries: [
    { country: 'IT', total: 3, first_deposits: 1, accounts_per_first_deposit: 3 },
    { country: 'AT', total: 1, first_deposits: 0, accounts_per_first_deposit: null },
  ],
  days: [
    { day: '2026-10-17', registrations: 2, first_deposits: 0 },
    { day: '2026-10-20', registrations: 2, first_deposits: 1 },
  ],
};

interface PanelOptions {
  /** The query of the address, with its question mark. */
  query?: string;
  locale?: Locale;
  user?: Partial<AffiliateUser>;
}

const landings = [
  { label: 'Home', href: '/' },
  { label: 'About', href: '/about' },
];

/** The panel of a logged-in affiliate. Its list and its totals have default answers. */
export const test = base
  .extend('played', { auto: true }, ({ server }) => {
    server.answer(getAffiliateAccounts, { data: someAccounts, next: null });
    server.answer(getAffiliateSummary, aSummary);
  })
  .extend('showPanel', ({ show }) => async ({ query = '', locale = 'en', user = {} }: PanelOptions = {}) => {
    const address = locale === 'en' ? '/affiliate' : `/${locale}/affiliate`;
    history.replaceState(null, '', address + query);
    beginAffiliateSession({ access_token: 'token', user: { ...anAffiliate, ...user } });
    const messages = await messagesFor(locale, ['affiliate', 'common', 'problems', 'fields']);
    const origin = 'https://broker.example';
    await show(
      <main style={{ padding: '0 var(--space-4)' }}>
        <AffiliatePanelIsland {...{ locale, messages, address, origin, landings }} />
      </main>,
    );
  });

/** The parts of the panel in English, named as in the journeys. */
export function panel() {
  const list = page.getByRole('region', { name: 'Referred accounts' });
  return {
    list,
    filter: page.getByRole('search', { name: 'Filter accounts' }),
    rows: list.getByCss('tr[data-account]'),
    total: (name: string) => page.getByCss(`[data-total="${name}"] dd:first-of-type`),
    countries: page.getByRole('region', { name: 'By country' }),
    days: page.getByRole('region', { name: 'Registrations and first deposits' }),
    toast: page.getByRole('region', { name: 'Notifications' }),
  };
}

/** The current address. */
export const addressNow = () => location.pathname + location.search;
