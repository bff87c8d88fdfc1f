import { expect, test } from 'vitest';
import { findKeys } from '../../scripts/translation-keys.ts';

test('a bound translate function belongs to its namespace', () => {
  const found = findKeys(
    "const t = words(localeOf(Astro.currentLocale), 'login');\nt('title'); <p>{t('errors.email', { a: 1 })}</p>",
  );
  expect(found.translated).toEqual(['login.title', 'login.errors.email']);
});

test('a translate function that is called immediately belongs to its namespace too', () => {
  expect(findKeys("const title = words(locale, 'platform')('title');").translated).toEqual(['platform.title']);
});

test('an island uses whole keys', () => {
  expect(findKeys("<p>{t('login.email')}</p>").translated).toEqual(['login.email']);
});

test('the results of a conditional are keys, its comparison is not', () => {
  expect(findKeys("t(side === 'buy' ? 'trade.buy' : 'trade.sell')").translated).toEqual(['trade.buy', 'trade.sell']);
});

test('a key that ends in a value is found by its prefix', () => {
  expect(findKeys('t(`problems.${problem.code}`)').prefixes).toContain('problems.');
});

test('a key in data is found', () => {
  expect(findKeys("const tabs = [{ label: 'platform.group.all' }];").mentioned).toContain('platform.group.all');
});

test('other functions are ignored', () => {
  expect(findKeys("format('a.b'); input('c.d'); object.t('e.f')").translated).toEqual([]);
});
