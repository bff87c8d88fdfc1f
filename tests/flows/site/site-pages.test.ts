import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locale } from '../../../src/brand.ts';
import { locales } from '../../../src/brand.ts';
import { writeAddress } from '../../../src/content/addresses.ts';
import { contentRoutes, lostRoutes } from '../../browser/content-routes.ts';
import type { BuiltSite } from '../../support/site/built-site.ts';
import { openBuiltSite } from '../../support/site/built-site.ts';
import { elementsIn, mainOf, textsIn } from '../../support/site/read-html.ts';

/** Rules that hold for the markup of every page; browser tests cover how pages look. */

let site: BuiltSite;
beforeAll(async () => {
  site = await openBuiltSite();
});
afterAll(() => site.shop.close());

const pathIn = (locale: Locale, route: string) => writeAddress({ locale, slug: route.slice(1) });

describe.each(locales)('in %s', (locale) => {
  test.each([...contentRoutes, ...lostRoutes])('%s is a page with one heading, in its language', async (route) => {
    const { status, text } = await site.read(pathIn(locale, route));
    expect(status).toBe(lostRoutes.includes(route) ? 404 : 200);
    expect(elementsIn(text, 'h1')).toHaveLength(1);
    expect(elementsIn(text, 'html')).toEqual([expect.objectContaining({ lang: locale })]);
    expect(elementsIn(text, 'main')).toHaveLength(1);
    const inside = elementsIn(text);
    expect(inside.length).toBeGreaterThan(50);
    const ids = inside.flatMap(({ id }) => id ?? []);
    expect(ids).toEqual([...new Set(ids)]);
    const languages = inside.flatMap(({ lang }) => lang ?? []);
    expect(languages.filter((lang) => !(locales as readonly string[]).includes(lang))).toEqual([]);
    expect(elementsIn(text, 'img').filter(({ alt }) => alt === undefined)).toEqual([]);
    const levels = [...mainOf(text).matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
    expect(namelessIn(text)).toEqual([]);
  });
});

/** Links and buttons without a name: no text, no label, no named picture in them. */
function namelessIn(page: string): string[] {
  const all = [...page.matchAll(/<(a|button)(?=[\s>])[^>]*>.*?<\/\1>/gs)].map(([whole]) => whole);
  expect(all.length).toBeGreaterThan(5);
  return all.filter(
    (whole) => !/aria-label|aria-labelledby|alt="[^"]/.test(whole) && !/>[^<]*[^<\s][^<]*</.test(whole),
  );
}

test.each([
  ['en', 'Nonius Markets GmbH, licence no. 000000 (sample).'],
  ['de', 'Nonius Markets GmbH, Zulassung Nr. 000000 (Muster).'],
  ['it', 'Nonius Markets GmbH, autorizzazione n. 000000 (esempio).'],
  ['es', 'Nonius Markets GmbH, licencia n.º 000000 (muestra).'],
] as const)(
  'the home page in %s names the regulator’s licence, and says that it is a sample',
  async (locale, licence) => {
    const { text } = await site.read(pathIn(locale, '/'));
    expect(textsIn(text, 'p')).toContain(licence);
  },
);

test.each([
  ['/404', 'Not found', 'Not found'],
  ['/there-is-no-such-page', 'Oops, cannot find the page', 'Error code: 404'],
  ['/de/there-is-no-such-page', 'Hoppla, diese Seite gibt es nicht', 'Fehlercode: 404'],
  ['/_fault', "We can't show this page", 'Error code: 500'],
  ['/de/_fault', 'Diese Seite kann gerade nicht angezeigt werden', 'Fehlercode: 500'],
])('%s says “%s”', async (path, heading, also) => {
  const { text } = await site.read(path);
  expect(textsIn(text, 'h1')).toEqual([heading]);
  expect(textsIn(text, 'title')[0]).toContain(heading);
  expect(textsIn(text, 'main')[0]).toContain(also);
});

test('links stay in the language of the page, and none leads to a part of the site that is off', async () => {
  const { text: about } = await site.read('/de/about');
  expect(elementsIn(mainOf(about), 'a').map(({ href }) => href)).toContain('/de/contact-us');
  const { text: home } = await site.read('/');
  const links = elementsIn(home, 'a').map(({ href }) => href);
  expect(links).toContain('/login');
  expect(links.filter((href) => href?.includes('/register'))).toEqual([]);
});

test('without a map, the address is shown once', async () => {
  const { text } = await site.read('/contact-us');
  expect(textsIn(text, 'main')[0]?.split('Neue Mainzer Straße 190')).toHaveLength(2);
  expect(elementsIn(mainOf(text), 'address')).toHaveLength(1);
});

test.each([
  ['/contact-us', 'against spam without reCAPTCHA'],
  ['/login', 'against spam without reCAPTCHA'],
  ['/affiliate', 'against spam without reCAPTCHA'],
  ['/de/contact-us', 'ohne reCAPTCHA vor Spam geschützt'],
  ['/it/contact-us', 'protetto dallo spam senza reCAPTCHA'],
  ['/es/login', 'contra el spam sin reCAPTCHA'],
])('without reCAPTCHA, the notice of %s says so and its policy allows nothing of it', async (path, words) => {
  const { text, headers } = await site.read(path);
  expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(headers.get('content-security-policy')).not.toContain('recaptcha');
  const notices = textsIn(text, 'p').filter((notice) => notice.includes('reCAPTCHA'));
  expect(notices).toEqual([expect.stringContaining(words)]);
});

test('with reCAPTCHA, the notice says so and the policy allows it, on pages with forms only', async () => {
  const keys = { RECAPTCHA_SITE_KEY: 'site-key-1', RECAPTCHA_SECRET_KEY: 'secret-key-1' };
  const watched = await openBuiltSite({ env: keys });
  for (const path of ['/contact-us', '/login', '/affiliate', '/de/contact-us']) {
    const { text, headers } = await watched.read(path);
    expect(headers.get('content-security-policy'), path).toContain('https://www.google.com/recaptcha/');
    const notice = path.startsWith('/de/') ? 'reCAPTCHA' : 'This site is protected by reCAPTCHA';
    const notices = textsIn(text, 'p').filter((one) => one.includes('reCAPTCHA'));
    expect(notices, path).toEqual([expect.stringContaining(notice)]);
    expect(text, path).toContain('https://policies.google.com/privacy');
  }
  const about = await watched.read('/about');
  expect(about.status).toBe(200);
  expect(about.headers.get('content-security-policy')).not.toContain('recaptcha');
  await watched.shop.close();
});

test('pages say how long a session may be idle, and their scripts go by that', async () => {
  const short = await openBuiltSite({ env: { SESSION_IDLE_MS: '300000' } });
  try {
    const { text } = await short.read('/login');
    expect(elementsIn(text, 'html')).toEqual([expect.objectContaining({ 'data-idle': '300000' })]);
    const said = new Set(textsIn(text, 'p').filter((each) => each.includes('inactiv')));
    expect([...said].sort()).toEqual([
      "You've been inactive for 4 minutes. To keep your account safe, we'll log you out soon.",
      'Your session ended after 5 minutes of inactivity.',
    ]);
    const usual = await site.read('/login');
    expect(elementsIn(usual.text, 'html')).toEqual([expect.objectContaining({ 'data-idle': '1200000' })]);
  } finally {
    await short.shop.close();
  }
});
