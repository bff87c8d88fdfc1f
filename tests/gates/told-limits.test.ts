import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { getTransactions } from '../../src/lib/contract/accounts/account-calls.ts';
import { getAffiliateAccounts } from '../../src/lib/contract/affiliate/affiliate-calls.ts';
import { formatCount } from '../../src/lib/format/format-number.ts';
import { mostTransactions } from '../../src/lib/transactions/transaction-list.ts';
import { createJumpGuard } from '../../src/server/market/quote-book.ts';
import { mostHistory } from '../../src/server/trading/position-rows.ts';

/** Checks that the limits in documents, terms and the API reference are those of the code. */

const transactions = (locale: string) => formatCount(mostTransactions, locale);

/** Measures the largest move in percent that is accepted at once, and how many quotes in a row confirm a larger one. */
function jumpLimits() {
  const guardAt100 = () => {
    const guard = createJumpGuard(1);
    guard.prime(0, 100);
    return (rate: number) => guard.check(0, rate, rate);
  };
  const percents = Array.from({ length: 50 }, (_, index) => index + 1);
  const furthest = percents.findLast((percent) => guardAt100()(100 + percent) === 'near');
  const check = guardAt100();
  return { furthest, confirmedBy: percents.findIndex(() => check(200) === 'confirmed') + 1 };
}

const threeInARow = { en: 'three in a row', de: 'drei in Folge', it: 'tre prezzi consecutivi', es: 'tres seguidos' };

const readDifferences = () => readFile('docs/differences.md', 'utf8');

test('the list of differences says what is truncated and paged', async () => {
  const differences = await readDifferences();
  const { limit } = getAffiliateAccounts.body?.parse({}) as { limit: number };
  expect(differences).toContain(`the newest ${mostHistory} of them`);
  expect(differences).toContain(`the newest ${transactions('en')};`);
  expect(differences).toContain(`pages of ${limit};`);
  expect(differences).not.toContain('we shall');
});

test.each(['en', 'de', 'it', 'es'])(
  'the terms and the API reference say how long the list of transactions is: %s',
  async (locale) => {
    expect(await readFile(`src/content/pages/terms-conditions/${locale}.yaml`, 'utf8')).toContain(transactions(locale));
    expect(getTransactions.summary).toContain(transactions('en'));
  },
);

test('the list of differences and the terms say what a jump is, and how many prices in a row confirm it', async () => {
  const { furthest, confirmedBy } = jumpLimits();
  expect(confirmedBy).toBe(3);
  expect(await readDifferences()).toContain(
    `one that is more than ${furthest} % from the last accepted one counts when ${threeInARow.en} agree`,
  );
  for (const [locale, words] of Object.entries(threeInARow)) {
    const terms = await readFile(`src/content/pages/terms-conditions/${locale}.yaml`, 'utf8');
    const jumps = terms.split('\n').find((line) => line.includes(words));
    expect(jumps).toMatch(new RegExp(`\\b${furthest}\\s?%`));
  }
});

test('the list of differences calls the by-country column what the screen calls it', async () => {
  const texts = JSON.parse(await readFile('public/locales/en/affiliate.json', 'utf8')) as {
    countries: { perFirstDeposit: string };
  };
  const row = (await readDifferences()).split('\n').find((line) => line.startsWith('| the by-country column'));
  expect(row).toContain(texts.countries.perFirstDeposit.toLowerCase());
});
