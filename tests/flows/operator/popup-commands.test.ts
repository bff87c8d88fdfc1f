import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPopups } from '../../../src/lib/contract/calls.ts';
import { carryOutPopupWish, readPopupWish } from '../../../src/server/operator/accounts/popups-command.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** What an operator says to customers, and takes back. */

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

async function order(...args: string[]) {
  const read = readPopupWish(args);
  if (!read.ok) throw new Error(read.why ?? 'not understood');
  const { database } = shop.app;
  return carryOutPopupWish({ database, runtime: shop.runtime, actor: 'operator:ada' }, read.wish);
}

async function titlesOf(email: string): Promise<string[]> {
  const { accessToken } = await shop.logIn(email);
  const { body } = await shop.call(getPopups, { accessToken, body: {} });
  return body.status === 'error' ? [body.error.code] : body.data.map(({ title }) => title);
}

const written = async () => {
  const text = `select e.event, e.actor, a.email, e.details from audit_entries e left join accounts a on a.id = e.account_id
    where e.event like 'popup%' order by e.at, e.id`;
  return (await shop.app.database.query<Record<string, unknown>>({ text, values: [] })).rows;
};

test('a message goes to one customer or to all, is withdrawn by its id, and each of it is written down', async () => {
  const [one, all] = [['--email', ' Demo@Example.com '], ['--all']];
  const mine = await order('publish', ...one, '--title', 'Yours', '--html', '<p onclick="x()">Text</p>');
  const everybodys = await order('publish', ...all, '--title', 'News', '--html', '<p>Text</p>');
  expect([mine.ok, everybodys.ok]).toEqual([true, true]);
  expect((await titlesOf('demo@example.com')).toSorted()).toEqual(['News', 'Yours']);
  expect(await titlesOf('new@example.com')).toEqual(['News']);
  expect((await order('withdraw', '--id', everybodys.text.slice(0, 8))).ok).toBe(true);
  expect(await titlesOf('new@example.com')).toEqual([]);
  const by = { actor: 'operator:ada' };
  expect((await written()).toSorted((a, b) => String(a.event).localeCompare(String(b.event)))).toEqual(
    expect.arrayContaining([
      { ...by, event: 'popup_published', email: 'demo@example.com', details: { popup: mine.text } },
      { ...by, event: 'popup_published', email: null, details: { popup: everybodys.text } },
      { ...by, event: 'popup_withdrawn', email: null, details: { popup: everybodys.text } },
    ]),
  );
});

test('what cannot be done is said, and written nowhere', async () => {
  const before = (await written()).length;
  const text = ['--title', 'News', '--html', '<p>Text</p>'];
  expect(await order('publish', '--email', 'nobody@example.com', ...text)).toMatchObject({ ok: false });
  const empty = await order('publish', '--all', '--title', ' ', '--html', '<script>x()</script>');
  expect(empty).toEqual({ ok: false, text: 'title is required\nhtml is required' });
  expect(await order('withdraw', '--id', shop.runtime.newId())).toMatchObject({ ok: false });
  expect(await written()).toHaveLength(before);
});

const message = ['--title', 'News', '--html', 'Text'];

test.each([
  [[], null],
  [['publish', ...message], 'Say whom it is for: --email of one customer, or --all.'],
  [
    ['publish', '--all', '--email', 'demo@example.com', ...message],
    'Say whom it is for: --email of one customer, or --all.',
  ],
  [['publish', 'all', '--all', ...message], 'publish takes no all.'],
  [['publish', '--email', 'demo', ...message], 'demo is no email.'],
  [['withdraw'], 'The id of a popup is missing.'],
  [['withdraw', '--id', '7'], '7 is no id: it takes the first 8 digits of one, or more.'],
  [['delete', '--all'], 'Say what is to be done: publish or withdraw.'],
  [['publish', '--everybody'], 'There is no --everybody.'],
])('%j is not understood', (args, why) => {
  expect(readPopupWish(args)).toEqual({ ok: false, why });
});
