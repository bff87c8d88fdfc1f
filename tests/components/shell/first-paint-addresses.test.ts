import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import { signInGateScript, firstPaintScript } from '../../../src/components/shell/first-paint.ts';
import { pageLanguages } from '../../../src/components/shell/page-languages.ts';
import { sessionIdleMs, storageKeys } from '../../../src/lib/contract/session.ts';

/**
 * Tests where the first-paint scripts redirect a browser and what they store, depending on the page's language, its
 * gate and the visitor.
 */

const origin = 'https://broker.example';
const end = '})(document.documentElement,location);';
const script = firstPaintScript.slice(0, firstPaintScript.indexOf(end) + end.length);

const languageIn = (path: string) => /^\/(de|it|es)(\/|$)/.exec(path)?.[1] ?? 'en';
/** Content pages have a different name in each language; application pages do not. */
const contentOf = (path: string) => {
  const slug = path.replace(/^\/(de|it|es)(?=\/|$)/, '').slice(1);
  return ['', 'about', 'contact-us'].includes(slug)
    ? { slug, slugs: {}, texts: { en: { title: 'Page', blocks: [] } } }
    : undefined;
};

interface Visitor {
  storage?: Record<string, string> | null;
  gate?: 'customer' | 'visitor' | 'entry';
}

/** Visits an address and follows the scripts' redirects to the final page. */
function visit(address: string, { storage = {}, gate }: Visitor = {}) {
  let url = new URL(address, origin);
  for (let visits = 1; visits <= 5; visits += 1) {
    const { pathname, search, hash } = url;
    const lang = languageIn(pathname);
    const starts = pageLanguages(pathname, contentOf(pathname)).map((one) => [one.locale, one.start] as const);
    const dataset: Record<string, string | undefined> = {
      ...Object.fromEntries(starts),
      ...{ gate, login: lang === 'en' ? '/login' : `/${lang}/login`, platform: '/platform/BTCUSD' },
    };
    let goal: string | undefined;
    const history = { replaceState: (_: unknown, __: unknown, to: string) => void (url = new URL(to, url)) };
    const location = { origin, pathname, search, hash, replace: (to: string) => void (goal = to) };
    const document = { documentElement: { lang, dataset } };
    const page = { document, location, history, URLSearchParams, URL, Date };
    // A browser may have no storage.
    vm.runInNewContext(script, storage ? { ...page, localStorage: storage } : page);
    if (gate === 'entry' && goal === undefined) vm.runInNewContext(signInGateScript, page);
    if (goal === undefined) return { lang, dataset, path: url.href.slice(origin.length) };
    url = new URL(goal, url);
    if (gate !== undefined) return { lang, dataset, path: url.href.replace(origin, '') };
  }
  throw new Error(`${address} leads nowhere`);
}

const session = (agoMs: number) => ({
  ...{ [storageKeys.session]: '{"access_token":"x"}', [storageKeys.activeAt]: String(Date.now() - agoMs) },
});

describe('a language', () => {
  test.each([
    ['/?lang=de', '/de', 'de'],
    ['/about?lang=it', '/it/about', 'it'],
    ['/de/about?lang=en', '/about', 'en'],
    ['/de?lang=en', '/', 'en'],
    ['/de/about?a=%26&lang=de&b=2#content', '/de/about?a=%26&b=2#content', 'de'],
    ['/about?lang=en', '/about', 'en'],
    ['/about?lang=xx', '/about', 'en'],
    ['/about?lang=gate', '/about', 'en'],
    ['/login?next=%2Fabout&lang=es', '/es/login?next=%2Fabout', 'es'],
    ['/no-such-page?lang=de', '/de/no-such-page', 'de'],
    ['/de/no-such-page?lang=en', '/no-such-page', 'en'],
    ['/api-reference?lang=de', '/de/api-reference', 'de'],
  ])('that is requested: %s is shown at %s', (from, to, lang) => {
    expect(visit(from)).toMatchObject({ path: to, lang });
  });

  test('that is requested is stored, and applied on addresses that name none', () => {
    const storage: Record<string, string> = {};
    expect(visit('/?lang=de', { storage }).path).toBe('/de');
    expect(storage[storageKeys.language]).toBe('de');
    expect(visit('/it/about', { storage })).toMatchObject({ path: '/it/about', lang: 'it' });
    expect(visit('/contact-us?a=1#content', { storage }).path).toBe('/de/contact-us?a=1#content');
  });

  test('does not lead to another site', () => {
    expect(visit('/de//example.com?lang=en').path).toBe('/example.com');
  });

  test('is read without storage too', () => {
    expect(visit('/about?lang=de', { storage: null })).toMatchObject({ path: '/de/about', lang: 'de' });
  });
});

describe('a page for customers', () => {
  test.each([
    ['/platform/BTCUSD', '/login?next=%2Fplatform%2FBTCUSD'],
    ['/de/platform/BTCUSD', '/de/login?next=%2Fde%2Fplatform%2FBTCUSD'],
  ])('leads a visitor from %s to %s', (from, to) => {
    expect(visit(from, { gate: 'customer' }).path).toBe(to);
  });

  test('says if the session ended because nobody used it', () => {
    const storage = session(sessionIdleMs + 1_000);
    expect(visit('/referrals', { gate: 'customer', storage }).path).toBe('/login?ended=idle&next=%2Freferrals');
    expect(storage[storageKeys.session]).toBeUndefined();
  });

  test('lets a customer in', () => {
    const { path, dataset } = visit('/referrals', { gate: 'customer', storage: session(0) });
    expect({ path, session: dataset['session'] }).toEqual({ path: '/referrals', session: 'customer' });
  });
});

describe('a log-in or registration page', () => {
  test.each([
    ['/login', '/platform/BTCUSD'],
    ['/login?next=%2Ftransactions%2Fwithdrawals', '/transactions/withdrawals'],
    ...['https://evil.example/', '//evil.example/', '/\\evil.example/', '/.//evil.example/', '/login', '/%'].map(
      (next) => [`/login?next=${encodeURIComponent(next)}`, next === '/%' ? '/%' : '/platform/BTCUSD'],
    ),
    ['/password/request', '/platform/BTCUSD'],
    ['/register', '/platform/BTCUSD'],
  ] as [string, string][])('sends a logged-in customer from %s to %s', (from, to) => {
    expect(visit(from, { gate: 'entry', storage: session(0) }).path).toBe(to);
  });

  test.each(['/login', '/login?ended&next=%2Fabout'])('stays for a visitor: %s', (from) => {
    expect(visit(from, { gate: 'entry' }).path).toBe(from);
  });

  test('says why a session was lost', () => {
    const endedAt = (address: string) => visit(address, { gate: 'entry' }).dataset['ended'];
    expect([endedAt('/login'), endedAt('/login?ended'), endedAt('/login?ended=idle&next=%2F')]).toEqual([
      ...[undefined, '', 'idle'],
    ]);
  });
});

test('the first page is stored, but no automatic log-in link', () => {
  const storage: Record<string, string> = {};
  visit('/autoLogin/secret', { storage });
  expect(storage[storageKeys.sourcePage]).toBeUndefined();
  visit('/about?ref=abc123&tag=spring', { storage });
  visit('/?ref=other', { storage });
  visit('/login?ref=third&tag=summer', { storage });
  expect(storage[storageKeys.referral]).toBe('abc123.spring');
  expect(storage[storageKeys.sourcePage]).toBe('/about');
});

test('a referral code survives redirects', () => {
  const storage: Record<string, string> = {};
  expect(visit('/platform?ref=abc123', { storage, gate: 'customer' }).path).toMatch(/^\/login\?next=/);
  expect(storage[storageKeys.referral]).toBe('abc123');
});
