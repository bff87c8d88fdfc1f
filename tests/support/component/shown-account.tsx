import { vi } from 'vitest';
import { page as screen } from 'vitest/browser';
import type { Locale } from '../../../src/brand.ts';
import { AccountIsland } from '../../../src/islands/account/account.island.tsx';
import type { AccountPageName } from '../../../src/islands/account/account-panel.tsx';
import type { Country } from '../../../src/lib/contract/accounts/account-entities.ts';
import { getCountries } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import type { User } from '../../../src/lib/contract/entities.ts';
import { aCustomer as aPerson, messagesFor, test as base } from './component-test.tsx';
import type { FakeServer } from './fake-server.ts';
import { sockets } from './fake-socket.ts';
import { stepPathsIn } from './step-paths.ts';

/** The pages of a customer's account, against a server that the test plays. */

export const aCustomer: User = { ...aPerson, phone: '+436601234567' };

/** A customer who has just opened an account: not verified, without an address. */
export const aNewcomer: User = {
  ...{ ...aCustomer, phone: '+493012345678', verified_account: 0, birth_date: null, country_id: null },
  ...{ state: null, city: null, street: null, zip_code: null },
};

const countries: Record<'en' | 'de', Country[]> = {
  en: [
    { id: 40, alpha2: 'AT', name: 'Austria' },
    { id: 276, alpha2: 'DE', name: 'Germany' },
    { id: 380, alpha2: 'IT', name: 'Italy' },
  ],
  de: [
    { id: 276, alpha2: 'DE', name: 'Deutschland' },
    { id: 380, alpha2: 'IT', name: 'Italien' },
    { id: 40, alpha2: 'AT', name: 'Österreich' },
  ],
};

export const answerCountries = (server: FakeServer, locale: 'en' | 'de' = 'en') =>
  server.answer(getCountries, countries[locale]);

interface AccountOptions {
  locale?: Locale & ('en' | 'de');
  user?: User;
  /** Whether the countries get a default answer; else the test sets it. */
  hasCountries?: boolean;
}

const names = [
  'info',
  'password',
  'documents',
  'security',
  'notifications',
] as const satisfies readonly AccountPageName[];

export const test = base.extend('showAccount', ({ server, show, logIn }) => {
  return async (page: AccountPageName, options: AccountOptions = {}) => {
    const { locale = 'en', user = aCustomer, hasCountries = true } = options;
    const start = locale === 'en' ? '' : `/${locale}`;
    if (hasCountries) answerCountries(server, locale);
    logIn(user);
    await show(
      <main>
        <AccountIsland
          {...{ page, locale, nextPath: `${start}/payment/deposit` }}
          stepPaths={stepPathsIn(locale)}
          links={names.map((name) => ({ name, href: `${start}/my-account/${name}` }))}
          messages={await messagesFor(locale, ['account', 'fields', 'problems', 'common'])}
        />
      </main>,
    );
  };
});

/** Pushes an account that an operator changed, over the page's own connection. */
export async function push(changed: User): Promise<void> {
  const connection = await vi.waitFor(() => {
    const opened = sockets.findLast(({ namespace }) => namespace === '/');
    if (!opened) throw new Error('the page has opened no connection');
    return opened;
  });
  connection.tell('user', changed);
}

export const field = (title: string) => screen.getByLabelText(title, { exact: true });

/** The text of a field's chosen option. */
export const chosenIn = (title: string) => (field(title).element() as HTMLSelectElement).selectedOptions[0]?.text;
