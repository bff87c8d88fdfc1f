import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { getTransactions } from '../../src/lib/contract/accounts/profile-calls.ts';
import { getAffiliateAccounts } from '../../src/lib/contract/affiliate/affiliate-calls.ts';
import { formatCount } from '../../src/lib/format/format-number.ts';
import { mostTransactions } from '../../src/lib/transactions/most-transactions.ts';
import { mostHistory } from '../../src/server/trading/position-rows.ts';

/** The limits that people are told of are those of the code. */

const transactions = (locale: string) => formatCount(mostTransactions, locale);

test('the README lists what is cut and paged', async () => {
  const readme = await readFile('README.md', 'utf8');
  const differences = readme.slice(readme.indexOf('## Where we differ'), readme.indexOf('## Configuration'));
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
