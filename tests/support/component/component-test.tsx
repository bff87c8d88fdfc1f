import { test as base, vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import { locators, page } from 'vitest/browser';
import type { Locale, Namespace } from '../../../src/brand.ts';
import { brandStyle } from '../../../src/components/shell/first-paint.ts';
import '../../../src/layouts/base.css';
import '../../../src/layouts/dialog.css';
import '../../../src/layouts/tokens.css';
import { getClientInfo } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import type { User } from '../../../src/lib/contract/entities.ts';
import type { Messages } from '../../../src/lib/i18n/translate.ts';
import { beginSession } from '../../../src/stores/session.ts';
import { demoUser } from '../demo-user.ts';
import { createFakeServer } from './fake-server.ts';
import { sockets } from './fake-socket.ts';
import { resetStores } from './fresh-nanostores.ts';
import { removeIsland, showIsland } from './show-island.ts';

/**
 * Tests of single islands in a real browser, with their texts and style sheets, against a server that the test plays.
 * Each test starts with the stores, the storage and the address of a new page.
 */

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Finds by a CSS selector, for elements with neither a role nor a text. */
    getByCss: (selector: string) => Locator;
  }
}
locators.extend({ getByCss: (selector: string) => `css=${selector}` });

const files = import.meta.glob<Messages>('../../../public/locales/*/*.json', { import: 'default' });

/** The messages that a page passes to its island. */
export async function messagesFor(locale: Locale, names: readonly Namespace[]): Promise<Messages> {
  const load = async (name: Namespace) => [name, await files[`../../../public/locales/${locale}/${name}.json`]?.()];
  return Object.fromEntries((await Promise.all(names.map(load))) as [string, Messages][]);
}

/** A verified customer with a complete profile. */
export const aCustomer: User = {
  ...demoUser,
  ...{ phone: '+4366012345', birth_date: '1990-05-01', country_id: 40 },
  ...{ state: 'Wien', city: 'Wien', street: 'Ring 1', zip_code: '1010' },
};

const style = document.createElement('style');
// Without this, colour transitions would still be running when colours are checked.
style.textContent = `${brandStyle} *, ::before, ::after { transition: none !important }`;
document.head.append(style);

/** The viewport of vitest.config.ts; a test may set another by `page.viewport`. */
const wideScreen = { width: 1440, height: 900 };
const firstAddress = location.href;

export const test = base
  .extend('server', { auto: true }, ({}, { onCleanup }) => {
    const server = createFakeServer();
    server.answer(getClientInfo, { ip: '192.0.2.1', country_short: 'AT', country_long: 'Austria', city: null });
    vi.stubGlobal('fetch', server.fetch);
    onCleanup(() => {
      vi.unstubAllGlobals();
      if (server.unanswered().length > 0) throw new Error(`no answer for ${server.unanswered().join(', ')}`);
    });
    return server;
  })
  /** Where the page tried to navigate; navigation is blocked. */
  .extend('destinations', { auto: true }, ({}, { onCleanup }) => {
    const destinations: string[] = [];
    const stay = (event: NavigateEvent) => {
      if (event.destination.sameDocument) return;
      const { origin, pathname, search, hash } = new URL(event.destination.url);
      destinations.push((origin === location.origin ? '' : origin) + pathname + search + hash);
      event.preventDefault();
    };
    navigation.addEventListener('navigate', stay);
    onCleanup(() => navigation.removeEventListener('navigate', stay));
    return destinations;
  })
  .extend('show', { auto: true }, ({}, { onCleanup }) => {
    onCleanup(async () => {
      removeIsland();
      resetStores();
      sockets.length = 0;
      localStorage.clear();
      sessionStorage.clear();
      history.replaceState(null, '', firstAddress);
      if (innerWidth !== wideScreen.width) await page.viewport(wideScreen.width, wideScreen.height);
    });
    return showIsland;
  })
  /** Starts a customer's session, before the island is shown. */
  .extend('logIn', () => (changes: Partial<User> = {}) => {
    beginSession({ access_token: 'token', user: { ...aCustomer, ...changes } });
  });
