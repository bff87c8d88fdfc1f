import { beforeAll, expect, test } from 'vitest';
import type { Position } from '../../../src/lib/contract/entities.ts';
import { simulatedFeedName } from '../../../src/server/market/simulated-feed.ts';
import type { DryRun } from '../../../src/server/dry-run/dry-run.ts';
import { changeBehind } from '../../support/databases/change-behind.ts';
import { emitTo } from '../../support/test-app.ts';
import { useDesk } from './desk-floor.ts';

/** Dry runs: which positions other spreads or leverages would have closed over the last day. */

const { shop, type, data, query } = useDesk();

beforeAll(async () => {
  const { feed, runtime, logIn, customerSocket } = shop();
  // The demo customers also traded on that day. Their positions are moved back, so that only the test's own count.
  await changeBehind(shop().app.database, 'positions', {
    text: `update positions set opened_at = opened_at - interval '3 days', closed_at = closed_at - interval '3 days'`,
  });
  const socket = await customerSocket((await logIn()).accessToken);
  feed.confirm('BTCUSD', 60_000, 60_010);
  const order = { direction: 'buy', amount: 100, leverage: 5, price: 60_010, symbol: 'BTCUSD' };
  const opened = await emitTo<Position>(socket, 'openPosition', order);
  if (opened.error) throw new Error(opened.code);
  runtime.advance(10 * 60_000);
  const minute = Math.floor(runtime.now() / 60_000) * 60 - 300;
  await query(
    `insert into candles (feed, symbol, resolution_seconds, time, open, high, low, close)
     values ($1, 'BTCUSD', 60, $2, 60000, 60000, 50000, 59000) on conflict (feed, symbol, resolution_seconds, time)
     do update set open = 60000, high = 60000, low = 50000, close = 59000`,
    [simulatedFeedName, minute],
  );
  await query('delete from candles where feed = $1 and resolution_seconds = 60 and time <> $2', [
    simulatedFeedName,
    minute,
  ]);
});

test('names who would have been closed, and the house’s result, and changes nothing', async () => {
  const before = await query(
    'select (select count(*) from audit_entries) as audit, (select json_agg(p) from positions p) as positions',
  );
  const higher = await data<DryRun>('dry-run', '--ladder', 'crypto=1,5');
  expect(higher).toMatchObject({ positions: 1, differences: [], otherProfits: 0 });
  const { text } = await type('dry-run', '--spread', 'BTCUSD=1000', '--ladder', 'forex=1');
  expect(text).toMatch(/\n.* demo@example\.com +BTCUSD +5 +open +EUR -8\.\d\d +Low Margin +EUR -100\.00 /);
  const lines = text.split('\n');
  expect(lines[0]).toMatch(/^Positions that were open between \S+ \S+ and \S+ \S+ UTC: 1$/);
  expect(lines[1]).toBe('Would have ended differently: 1');
  expect(text).toContain('\nCustomers whose open positions would have been closed: 1 demo@example.com\n');
  expect(lines.at(-1)).toMatch(
    /^Result for the house: EUR 8\.\d\d actual, EUR 100\.00 with these terms, EUR 91\.\d\d more$/,
  );
  const after = await query(
    'select (select count(*) from audit_entries) as audit, (select json_agg(p) from positions p) as positions',
  );
  expect(after).toEqual(before);
});

test('a position that ends the same way, but with another profit, is counted separately', async () => {
  const { text } = await type('dry-run', '--spread', 'BTCUSD=20');
  expect(text.split('\n').slice(1, 4)).toEqual([
    'Would have ended differently: 0',
    'Same ending or still open, but with a different profit: 1',
    'Customers whose open positions would have been closed: 0',
  ]);
  expect(text).toMatch(
    /\nResult for the house: EUR 8\.\d\d actual, EUR \d\d?\.\d\d with these terms, EUR \d\.\d\d (more|less)$/,
  );
  expect(await data<DryRun>('dry-run', '--spread', 'BTCUSD=20')).toMatchObject({ differences: [], otherProfits: 1 });
});

test.each([
  [['--spread', 'BTCUDS=500'], 'BTCUDS'],
  [['--ladder', 'cryptoo=1;XYZ=3;crypto=1'], 'cryptoo, XYZ'],
  [['--spread', 'crypto=5', '--ladder', 'foo=1'], 'foo'],
  [['--spread', 'btcusd=5'], 'btcusd'],
])('%j names something unknown, and the refusal lists the choices', async (args, names) => {
  const answer = await type('dry-run', ...args);
  expect(answer.ok).toBe(false);
  expect(answer.text).toContain(`There is no category or asset ${names}. Available: `);
  for (const name of [' crypto, ', ' BTCUSD, ']) expect(answer.text).toContain(name);
  expect(answer.text).not.toContain('would have ended');
});

test.each([
  [[], /^Usage: npm run operator -- dry-run \[--spread <terms>\] \[--ladder <terms>\]\n/],
  [['--spread', 'wide'], /^--spread takes basis points /],
  [['--spread=-5'], /^--spread takes basis points /],
  [['--spread', '=5'], /^--spread takes basis points /],
  [['--spread', 'BTCUSD=-5'], /^--spread takes basis points /],
  [['--spread', 'BTCUSD=1001'], /^--spread takes basis points /],
  [['--ladder', 'crypto=3,1'], /^--ladder takes leverages, /],
  [['--ladder', 'crypto=0'], /^--ladder takes leverages, /],
  [['--ladder', '1,2.5'], /^--ladder takes leverages, /],
  [['now', '--spread', '1'], /^It takes no now: /],
])('%j is not understood', async (args, text) => {
  const answer = await type('dry-run', ...args);
  expect(answer).toMatchObject({ ok: false, isMisread: true });
  expect(answer.text).toMatch(text);
});

test('a wrong spread that was set that day does not count in a dry run with another spread', async () => {
  const { runtime } = shop();
  const why = ['--reason', 'A slip of the hand'];
  const [{ spread } = { spread: NaN }] = await query<{ spread: number }>(
    `select quoted_spread * 10000 as spread from assets where symbol = 'BTCUSD'`,
  );
  const usual = String(Math.round(spread));
  expect(await type('assets', 'spread', 'BTCUSD', '1000', ...why)).toMatchObject({ ok: true });
  runtime.advance(60_000);
  const minute = Math.ceil(runtime.now() / 60_000) * 60;
  // With the wrong spread the bid falls so far that the position would close. The market itself did not move that far.
  await query(
    `insert into candles (feed, symbol, resolution_seconds, time, open, high, low, close)
     values ($1, 'BTCUSD', 60, $2, 52250, 52250, 47000, 49400)`,
    [simulatedFeedName, minute],
  );
  runtime.advance(180_000);
  expect(await data<DryRun>('dry-run', '--ladder', 'forex=1')).toMatchObject({ differences: [{ wouldBe: 3 }] });
  expect(await type('assets', 'spread', 'BTCUSD', usual, ...why)).toMatchObject({ ok: true });
  const tried = await data<DryRun>('dry-run', '--spread', `BTCUSD=${usual}`);
  expect(tried).toMatchObject({ positions: 1, differences: [] });
});
