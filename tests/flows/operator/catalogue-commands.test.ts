import type { Socket } from 'socket.io-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { getAssets } from '../../../src/lib/contract/calls.ts';
import type { Asset, Position } from '../../../src/lib/contract/entities.ts';
import { emitTo } from '../../support/test-app.ts';
import { failAudits, useDesk } from './desk-floor.ts';

/** The operator's commands for assets and categories, and what they show of the feed. */

const { shop, type, typeAs, data, query, audited } = useDesk();
const why = ['--reason', 'Decided on Monday'];

const add = [
  'assets',
  'add',
  'tstusd',
  '--name',
  'Test',
  '--category',
  'crypto',
  '--rate',
  '12.5',
  '--spread',
  '8',
  '--digits',
  '3',
];

test('assets are listed, added and given another spread, each with a reason', async () => {
  const assets = await data<{ symbol: string }[]>('assets', 'list');
  expect(assets[0]?.symbol).toBe('BTCUSD');
  const both = await Promise.all(['ada', 'bob'].map((who) => typeAs(who, ...add, ...why)));
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(both.find(({ ok }) => !ok)?.text).toBe('The asset TSTUSD already exists.');
  const { text } = await type('assets', 'list');
  expect(text.split('\n').at(-1)).toMatch(/^TSTUSD +Test +crypto +1,3,5,10 +8 +3 +TSTUSD$/);
  expect(shop().feed.spreads.get('TSTUSD')).toBeUndefined();
  const changed = await type('assets', 'spread', 'TSTUSD', '9.5', ...why);
  expect(changed.text).toMatch(/^The spread of TSTUSD: 8 → 9\.5 basis points\./);
  expect(await type('assets', 'spread', 'TSTUSD', '9.5', ...why)).toMatchObject({ ok: false });
  expect(await query(`select quoted_spread as spread from assets where symbol = 'TSTUSD'`)).toEqual([
    { spread: 0.00095 },
  ]);
  expect(await audited('asset_added')).toMatchObject([{ details: { symbol: 'TSTUSD', why: 'Decided on Monday' } }]);
  expect(await audited('asset_changed')).toMatchObject([{ actor: 'operator:ada', details: { from: 8, to: 9.5 } }]);
});

test('a feed that quotes our spread uses a new one at once', async () => {
  const changed = await type('assets', 'spread', 'ethusd', '25', ...why);
  expect(changed.text).toMatch(/^The spread of ETHUSD: [\d.]+ → 25 basis points\. It applies from now on\.$/);
  expect(shop().feed.spreads.get('ETHUSD')).toBe(0.0025);
  expect((await type('assets', 'list')).text).toMatch(/\nETHUSD .* 25 +\d +\S*ETH\S*\n/);
});

test('a category is added once, and assets can be added to it', async () => {
  const args = ['categories', 'add', 'metals', '--leverages', '1,2', ...why];
  const both = await Promise.all(['ada', 'bob'].map((who) => typeAs(who, ...args)));
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(both.find(({ ok }) => !ok)?.text).toBe('The category metals already exists.');
  expect((await type('categories', 'list')).text).toMatch(/\n +6 {2}metals +1,2$/);
  expect(await audited('category_added')).toMatchObject([
    { details: { category: 'metals', leverages: '1,2', why: 'Decided on Monday' } },
  ]);
  const rhodium = ['assets', 'add', 'XRHUSD', '--name', 'Rhodium', '--category', 'metals', '--rate', '950'];
  expect(await type(...rhodium, '--spread', '8', '--digits', '2', ...why)).toMatchObject({ ok: true });
});

test('categories that are added at once are all added', async () => {
  const names = ['bonds', 'rates', 'energy', 'grains', 'softs', 'livestock'];
  const added = await Promise.all(names.map((name) => type('categories', 'add', name, '--leverages', '1,2', ...why)));
  expect(added.map(({ ok }) => ok)).toEqual(names.map(() => true));
});

describe('a suspended asset', () => {
  const order = { direction: 'buy', amount: 100, leverage: 3, price: 1.0802, symbol: 'EURUSD' };
  let socket: Socket;

  beforeAll(async () => {
    socket = await shop().customerSocket((await shop().logIn()).accessToken);
  });

  const trade = async () => {
    shop().feed.confirm('EURUSD', 1.08, 1.0802);
    return emitTo<Position>(socket, 'openPosition', order);
  };
  const heard = () => new Promise<Asset[]>((resolve) => socket.once('assets', resolve));

  test('gets no new positions from then on, but open ones can be closed, and open browsers are told', async () => {
    const opened = await trade();
    if (opened.error) throw new Error(opened.code);
    const telling = heard();
    const both = await Promise.all(['ada', 'bob'].map((who) => typeAs(who, 'assets', 'suspend', 'EURUSD', ...why)));
    const winner = both[0]?.ok ? 'ada' : 'bob';
    expect(both.find(({ ok }) => ok)?.text).toBe('Suspended: EURUSD.');
    expect(both.find(({ ok }) => !ok)?.text).toMatch(
      new RegExp(`^EURUSD was already suspended by ${winner}, \\d{4}-.* UTC\\.$`),
    );
    const told = (await telling).filter(({ suspended }) => suspended === 1);
    expect(told.map(({ symbol }) => symbol)).toEqual(['EURUSD']);
    expect(await trade()).toMatchObject({
      error: true,
      code: 'ASSET_SUSPENDED',
      message: 'Trading in this asset is suspended.',
    });
    const { body } = await shop().call(getAssets, { accessToken: (await shop().logIn()).accessToken });
    if (body.status === 'error') throw new Error(body.error.code);
    expect(body.data.filter(({ suspended }) => suspended === 1)).toEqual(told);
    shop().feed.confirm('EURUSD', 1.08, 1.0802);
    expect(await emitTo(socket, 'closePosition', { id: opened.data.id, price: 1.08 })).toMatchObject({ error: false });
    expect((await type('assets', 'list')).text).toMatch(/\nEURUSD .* yes +\S+\n/);

    const again = heard();
    expect(await type('assets', 'resume', 'EURUSD', ...why)).toEqual({ ok: true, text: 'Resumed: EURUSD.' });
    expect((await again).every(({ suspended }) => suspended === 0)).toBe(true);
    expect(await trade()).toMatchObject({ error: false });
    const entry = { actor: `operator:${winner}`, email: null, details: { symbol: 'EURUSD', why: 'Decided on Monday' } };
    expect(await audited('asset_suspended')).toEqual([entry]);
    expect(await audited('asset_resumed')).toEqual([{ ...entry, actor: 'operator:ada' }]);
    const late = await typeAs('bob', 'assets', 'resume', 'EURUSD', ...why);
    expect(late.text).toMatch(/^EURUSD was already resumed by ada, \d{4}-.* UTC\.$/);
  });

  test('may be every asset of a category', async () => {
    await type('assets', 'suspend', 'XAUUSD', ...why);
    const done = await type('categories', 'suspend', 'commodities', ...why);
    expect(done.text).toMatch(/^Suspended: \w+(, \w+)+\.$/);
    expect(done.text).not.toContain('XAUUSD');
    const open = `select count(*)::int as open from assets a join asset_categories c on c.id = a.category_id
      where c.name = 'commodities' and a.suspended_at is null`;
    expect(await query(open)).toEqual([{ open: 0 }]);
    expect(await type('categories', 'suspend', 'commodities', ...why)).toMatchObject({ ok: false });
    expect((await type('categories', 'resume', 'commodities', ...why)).text).toContain('XAUUSD');
    expect(await type('categories', 'resume', 'cars', ...why)).toEqual({
      ok: false,
      text: 'There is no asset in cars.',
    });
  });

  test('stays unchanged if the command fails in the middle, and nobody hears of it', async () => {
    let told = 0;
    socket.on('assets', () => (told += 1));
    await failAudits(query, async () => {
      expect((await type('assets', 'suspend', 'EURUSD', ...why)).text).toMatch(
        /^The command failed and changed nothing\./,
      );
      expect((await type('assets', 'spread', 'EURUSD', '77', ...why)).ok).toBe(false);
      expect((await type('categories', 'leverages', 'forex', '1,2', ...why)).ok).toBe(false);
    });
    expect(await trade()).toMatchObject({ error: false });
    expect(await query(`select suspended_at from assets where symbol = 'EURUSD'`)).toEqual([{ suspended_at: null }]);
    expect(shop().feed.spreads.get('EURUSD')).toBeUndefined();
    expect(told).toBe(0);
  });
});

test('new leverages of a category apply at once, and customers keep their own as far as they remain', async () => {
  const limited = `select custom_leverage as custom from accounts where email = 'limited@example.com'`;
  expect(await query(limited)).toEqual([{ custom: { crypto: [0, 1] } }]);
  const done = await type('categories', 'leverages', 'crypto', '2,3,10', ...why);
  expect(done).toEqual({
    ok: true,
    text: 'The leverages of crypto: 1,3,5,10 → 2,3,10. Customers with custom leverages: 1.',
  });
  expect(await query(limited), 'of 1 and 3 there is 3').toEqual([{ custom: { crypto: [1] } }]);
  const { accessToken } = await shop().logIn();
  const { body } = await shop().call(getAssets, { accessToken });
  if (body.status === 'error') throw new Error(body.error.code);
  expect(body.data.find(({ symbol }) => symbol === 'BTCUSD')?.position_assets_category.leverage).toBe('2,3,10');
  expect(await audited('category_changed')).toMatchObject([
    { details: { category: 'crypto', from: '1,3,5,10', to: '2,3,10', why: 'Decided on Monday' } },
  ]);
  expect(await audited('customer_changed')).toMatchObject([{ email: 'limited@example.com' }]);
  expect((await type('categories', 'list')).text).toMatch(/\n +3 {2}crypto +2,3,10\n/);
});

test.each([
  [['assets', 'spread', 'NONE', '1', ...why], 'There is no asset NONE.'],
  [['assets', 'spread', 'BTCUSD', 'wide', ...why], 'wide is not a number of basis points from 0 to 1000.'],
  [['assets', 'spread', 'BTCUSD', '5'], '--reason is missing: the audit log records it.'],
  [
    [...add.slice(0, 5), '--category', 'cars', ...add.slice(7), ...why],
    'There is no category cars. Categories: forex, ',
  ],
  [['assets', 'add', 'T', '--name', 'T', ...why], 'T is not a symbol: use 2 to 20 letters and digits.'],
  [
    ['categories', 'leverages', 'crypto', '3,1', ...why],
    '3,1 is not a list of leverages: use whole numbers up to 1000, such as 1,3,5.',
  ],
  [['categories', 'leverages', 'cars', '1', ...why], 'There is no category cars.'],
  [
    ['categories', 'add', 'Metals!', '--leverages', '1', ...why],
    'Metals! is not a valid name: use 2 to 30 lower-case letters',
  ],
  [['categories', 'add', 'bonds', ...why], 'is not a list of leverages'],
  [['assets', 'suspend', 'NONE', ...why], 'There is no asset NONE.'],
  [['assets', 'resume', 'BTCUSD', ...why], 'BTCUSD is not suspended.'],
  [['assets', 'suspend', 'BTCUSD'], '--reason is missing: the audit log records it.'],
])('%j is refused, and nothing is written', async (args, text) => {
  const count = async () => (await query('select count(*)::int as count from audit_entries'))[0];
  const before = await count();
  const answer = await type(...args);
  expect(answer.ok).toBe(false);
  expect(answer.text).toContain(text);
  expect(await count()).toEqual(before);
});

test('the feed command shows which prices are fresh', async () => {
  shop().runtime.advance(60_000);
  shop().feed.confirm('BTCUSD', 60_000, 60_010);
  const { ok, text } = await type('feeds', 'status');
  expect(ok).toBe(true);
  expect(text).toMatch(
    /^Feed: hand \(simulated\)\. Quotes accepted: \d+; dropped: .*\nFresh: 1 of \d+ assets; a price is too old to trade after 15 s\.\nasset /,
  );
  expect(text).not.toMatch(/\nBTCUSD /);
  expect((await type('feeds', 'status', '--all')).text).toMatch(/\nBTCUSD +60000 +60010 .* 2 +–\n/);
  shop().feed.quote('BTCUSD', 0, 60_010);
  expect((await type('feeds', 'status')).text).toMatch(/\nBTCUSD +60000 +60010 .* yes\n/);
  shop().runtime.advance(60_000);
  expect(await type('feeds', 'status')).toMatchObject({ ok: false, isResult: true });
});
