import { vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Locale } from '../../../src/brand.ts';
import { AccountIsland } from '../../../src/islands/account/account.island.tsx';
import type { AccountPageName } from '../../../src/islands/account/account-panel.tsx';
import type { OpenSession } from '../../../src/lib/contract/accounts/account-entities.ts';
import { getCountries, getSessions } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { getUser } from '../../../src/lib/contract/endpoints.ts';
import type { User } from '../../../src/lib/contract/entities.ts';
import { aCustomer, messagesFor, test as base } from './component-test.tsx';
import { sockets } from './fake-socket.ts';
import { stepPathsIn } from './step-paths.ts';

/** The security page of an account, against a server that the test plays. */

const links = (['info', 'password', 'documents', 'security', 'notifications'] as const).map((name) => ({
  ...{ name, href: `/my-account/${name}` },
}));

export async function accountIsland(page: AccountPageName, locale: Locale = 'en') {
  return (
    <AccountIsland
      {...{ page, links, locale, nextPath: '/payment/deposit' }}
      stepPaths={stepPathsIn(locale)}
      messages={await messagesFor(locale, ['account', 'fields', 'problems', 'common'])}
    />
  );
}

export const aSession = (changes: Partial<OpenSession> = {}): OpenSession => ({
  ...{ id: 'this', device: 'Chrome on Linux', ip: '192.0.2.1', country_short: 'AT', city: 'Vienna' },
  ...{ created_at: '2026-03-02T10:00:00.000Z', last_seen_at: '2026-03-02T11:00:00.000Z', current: 1 },
  ...changes,
});

export const isOn: Partial<User> = { second_factor: 1, second_factor_since: '2026-11-20T10:00:00.000Z' };
export const setUp = { secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', uri: 'otpauth://totp/Vernier:a?secret=ABCDEFGH' };
export const codes = Array.from({ length: 10 }, (_, index) => `code${index}-fghij`);

interface Shown extends Partial<User> {
  locale?: Locale;
  /** Null: the sessions cannot be loaded. */
  sessions?: OpenSession[] | null;
}

export const test = base
  .extend('showSecurity', ({ server, show, logIn }) => {
    return async ({ locale = 'en', sessions = [aSession()], ...changes }: Shown = {}) => {
      logIn(changes);
      server.answer(getUser, { ...aCustomer, ...changes });
      server.answer(getCountries, []);
      if (sessions) server.answer(getSessions, sessions);
      else server.beUnreachable(getSessions);
      await show(await accountIsland('security', locale));
    };
  })
  /** Pushes changes of the account over the page's own connection. */
  .extend('pushUser', () => async (changes: Partial<User>) => {
    const connection = await vi.waitFor(() => {
      const opened = sockets.at(-1);
      if (!opened) throw new Error('the page has opened no connection');
      return opened;
    });
    connection.tell('user', { ...aCustomer, ...changes });
  });

export const factorOf = () => page.getByRole('region', { name: 'Two-factor authentication' });
export const sessionsOf = () => page.getByRole('region', { name: "Where you're logged in" });
