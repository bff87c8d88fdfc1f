import { expect, test } from 'vitest';
import { findKeys } from '../../scripts/translation-keys.ts';

test('a bound translate function is of its namespace', () => {
  const found = findKeys(
    "const t = words(localeOf(Astro.currentLocale), 'login');\nt('title'); <p>{t('errors.email', { a: 1 })}</p>",
  );
  expect(found.translated).toEqual(['login.title', 'login.errors.email']);
});

test('one that is called at once as well', () => {
  expect(findKeys("const title = words(locale, 'platform')('title');").translated).toEqual(['platform.title']);
});

test("an island's takes the whole key", () => {
  expect(findKeys("<p>{t('login.email')}</p>").translated).toEqual(['login.email']);
});

test('of a choice, the results are keys and what is compared is not', () => {
  expect(findKeys("t(side === 'buy' ? 'trade.buy' : 'trade.sell')").translated).toEqual(['trade.buy', 'trade.sell']);
});

test('a key that ends in a value is known by its beginning', () => {
  expect(findKeys('t(`problems.${problem.code}`)').prefixes).toContain('problems.');
});

test('a key that travels as data is seen', () => {
  expect(findKeys("const tabs = [{ label: 'platform.group.all' }];").mentioned).toContain('platform.group.all');
});

test('other functions are none of it', () => {
  expect(findKeys("format('a.b'); input('c.d'); object.t('e.f')").translated).toEqual([]);
});
