import { expect, test } from 'vitest';
import type { Switches } from '../../../src/brand.ts';
import { addressFor, navigationLinks } from '../../../src/components/shell/navigation.ts';
import { contentOf, pageOf, siteOf } from '../../content/made-content.ts';

const content = contentOf([
  pageOf('home', []),
  pageOf('about', [], { slugs: { de: 'ueber-uns' } }),
  ...['economic-calendar', 'account-levels'].map((slug) => pageOf(slug, [])),
]);
const switches: Switches = { registration: true, platformOnly: false, economics: true, correctedTexts: false };

const contextOf = (chosen: Switches = switches, current = '/') =>
  ({ site: siteOf(content, chosen), locale: 'en', switches: chosen, current }) as const;

const linksOf = (part: 'visitor' | 'customer', changed: Partial<Switches> = {}, current = '/') =>
  navigationLinks(part, contextOf({ ...switches, ...changed }, current)).map(({ href }) => href);

test('a link leads to the page in the language, under its name there', () => {
  const context = { ...contextOf(), locale: 'de' } as const;
  expect(addressFor('/about', context)).toBe('/de/ueber-uns');
  expect(addressFor('/', context)).toBe('/de');
  expect(addressFor('/platform/BTCUSD', context)).toBe('/de/platform/BTCUSD');
});

test('a missing page is not linked, whatever the switches say', () => {
  expect(addressFor('/contact-us', contextOf())).toBeNull();
  expect(linksOf('visitor')).toEqual(['/', '/about']);
  const offered = ['/platform/BTCUSD', '/referrals', '/my-account', '/transactions', '/economic-calendar'];
  expect(linksOf('customer')).toEqual(offered);
});

test('switches remove their links', () => {
  expect(linksOf('visitor', { platformOnly: true })).toEqual([]);
  expect(addressFor('/register', contextOf())).toBe('/register');
  const closed = contextOf({ ...switches, registration: false });
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
    ...navigationLinks('visitor', contextOf(switches, current)),
    ...navigationLinks('customer', contextOf(switches, current)),
  ];
  expect(links.filter(({ isCurrent }) => isCurrent).map((link) => link.href)).toEqual([href]);
});
