import { expect, test } from 'vitest';
import type { Switches } from '../../../src/brand.ts';
import { addressFor, navigationLinks } from '../../../src/components/shell/navigation.ts';

const page = (slug: string, slugs = {}) => ({
  ...{ slug, slugs, isHidden: false, texts: { en: { title: slug, blocks: [] } } },
});
const content = {
  pages: [page('home'), page('about', { de: 'ueber-uns' }), page('economic-calendar'), page('account-levels')],
};
const switches: Switches = { registration: true, platformOnly: false, economics: true };

const linksOf = (part: 'visitor' | 'customer', changed: Partial<Switches> = {}, current = '/') =>
  navigationLinks(part, { content, locale: 'en', switches: { ...switches, ...changed }, current }).map(
    ({ href }) => href,
  );

test('a link leads to the page in the language, under its name there', () => {
  const context = { content, locale: 'de', switches } as const;
  expect(addressFor('/about', context)).toBe('/de/ueber-uns');
  expect(addressFor('/', context)).toBe('/de');
  expect(addressFor('/platform/BTCUSD', context)).toBe('/de/platform/BTCUSD');
});

test('a missing page is not linked, whatever the switches say', () => {
  expect(addressFor('/contact-us', { content, locale: 'en', switches })).toBeNull();
  expect(linksOf('visitor')).toEqual(['/', '/about', '/register']);
  const offered = ['/platform/BTCUSD', '/referrals', '/my-account', '/transactions', '/economic-calendar'];
  expect(linksOf('customer')).toEqual(offered);
});

test('switches remove their links', () => {
  expect(linksOf('visitor', { platformOnly: true })).toEqual(['/register']);
  expect(linksOf('visitor', { registration: false })).toEqual(['/', '/about']);
  const closed = { content, locale: 'en', switches: { ...switches, registration: false } } as const;
  expect(addressFor('/register', closed)).toBeNull();
  const left = ['/platform/BTCUSD', '/my-account', '/transactions'];
  expect(linksOf('customer', { economics: false, platformOnly: true })).toEqual(left);
});

test.each([
  ['/', '/'],
  ['/about', '/about'],
  ['/platform/ETHUSD', '/platform/BTCUSD'],
  ['/de/platform/ETHUSD', '/platform/BTCUSD'],
  ['/my-account/password', '/my-account'],
  ['/transactions/credits', '/transactions'],
  ['/de/referrals', '/referrals'],
])('on %s the link to %s is the current one', (current, href) => {
  const links = [
    ...navigationLinks('visitor', { content, locale: 'en', switches, current }),
    ...navigationLinks('customer', { content, locale: 'en', switches, current }),
  ];
  expect(links.filter(({ isCurrent }) => isCurrent).map((link) => link.href)).toEqual([href]);
});
