import { expect, test } from 'vitest';
import type { Switches } from '../../src/brand.ts';
import { appPages } from '../../src/content/addresses.ts';
import { linkIn } from '../../src/content/links.ts';
import { appSlugs } from '../../src/content/model/parts.ts';
import { contentOf, pageOf, siteOf } from './made-content.ts';

const content = contentOf([
  pageOf('home', []),
  pageOf('about', [], { slugs: { de: 'ueber-uns' } }),
  pageOf('economic-calendar', []),
]);
const switches = { registration: false, platformOnly: false, economics: true, correctedTexts: false };
const siteFor = (changed: Partial<Switches>) => {
  const chosen = { ...switches, ...changed };
  return { site: siteOf(content, chosen), switches: chosen, locale: 'de' } as const;
};
const facts = { site: siteOf(content, switches), switches, locale: 'de' } as const;

test.each([
  ['/', '/de'],
  ['/about', '/de/ueber-uns'],
  ['/about?a=1#b', '/de/ueber-uns?a=1#b'],
  ['/login', '/de/login'],
  ['/platform/BTCUSD', '/de/platform/BTCUSD'],
  ['/terms.pdf', '/terms.pdf'],
  ['/api/openapi.json', '/api/openapi.json'],
  ['#risk', '#risk'],
  ['https://example.com/about', 'https://example.com/about'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
])('%s leads to %s in German', (href, address) => {
  expect(linkIn(href, facts)).toBe(address);
});

test.each(['/none', '/none?a=1', '/about/team', '/de/none', '/register/a', '/ueber-uns'])(
  '%s leads to no page, so there is no link',
  (href) => {
    expect(linkIn(href, facts)).toBeNull();
  },
);

test('a link with a language keeps it', () => {
  for (const href of ['/de', '/de/ueber-uns#team', '/it/about', '/de/login'])
    expect(linkIn(href, { ...facts, locale: 'es' })).toBe(href);
});

test('the fallback language is not part of addresses', () => {
  expect(linkIn('/about', { ...facts, locale: 'en' })).toBe('/about');
  expect(linkIn('/', { ...facts, locale: 'en' })).toBe('/');
});

test('there is no link to what the switches hide', () => {
  expect(linkIn('/register', facts)).toBeNull();
  expect(linkIn('/register?ref=1', facts)).toBeNull();
  expect(linkIn('/about', siteFor({ platformOnly: true }))).toBeNull();
  expect(linkIn('/economic-calendar', siteFor({ economics: false }))).toBeNull();
});

test.each(appSlugs)('a link to /%s exists if the application has that page', (name) => {
  const open = { ...facts, switches: { ...switches, registration: true } };
  expect(linkIn(`/${name}/a`, open)).toBe(appPages.has(name) ? `/de/${name}/a` : null);
});
