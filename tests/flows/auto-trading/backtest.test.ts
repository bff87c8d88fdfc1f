import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBacktest } from '../../../src/server/backtest.ts';
import { lockDataDir } from '../../../src/server/db/data-lock.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { saveCandles } from '../../../src/server/market/candles-rows.ts';
import { candlesOf } from '../../server/strategies/candles-of.ts';
import { endOf } from '../../support/operator-here.ts';
import type { Ended } from '../../support/product/run-program.ts';
import { runProgram } from '../../support/product/run-program.ts';

let folder: string;
let dataDir: string;
let recording: string;

/** The averages of 2 and 3 closes cross upwards after the fourth close and downwards after the sixth. */
const closes = [100, 98, 96, 104, 106, 97, 98];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerkit-backtest-'));
  dataDir = join(folder, 'data');
  recording = join(folder, 'minutes.csv');
  const lines = closes.map((bid, minute) => `${minute * 60_000 + 30_000},BTCUSD,${bid},${bid + 1}`);
  // Lines that the backtest must ignore: a quote of another asset, and a crossed quote.
  lines.splice(4, 0, '235000,ETHUSD,5,6', '236000,BTCUSD,105,104');
  await writeFile(recording, `ms_of_day,symbol,bid,ask\n${lines.join('\n')}\n`);
  await onDatabase(async (database) => {
    await migrate(database);
    await database.query(`insert into asset_categories (id, name, leverages) values (3, 'crypto', '{2,1,5}')`);
    await database.query(`insert into assets
      (symbol, name, code, category_id, list_order, reference_rate, daily_volatility, quoted_spread, digits)
      values ('BTCUSD', 'Bitcoin', 'BTCUSD', 3, 1, 60000, 0.03, 0.01, 2)`);
    const stored = candlesOf(closes).map((candle) => ({ symbol: 'BTCUSD', resolutionSeconds: 900, candle }));
    await saveCandles(database, 'simulated', stored);
    await saveCandles(database, 'another', [{ ...stored[0]!, candle: { ...stored[0]!.candle, close: 1, low: 1 } }]);
  });
});
afterAll(() => rm(folder, { recursive: true }));

async function onDatabase<Value>(work: (database: Database) => Promise<Value>): Promise<Value> {
  const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
  return work(database).finally(() => database.close());
}

const wordsOf = (args: string) => args.split(' ').filter(Boolean);
const shownBy = ({ code, stdout, stderr }: Ended) => ({ code, text: code === 0 ? stdout : stderr });

/** Runs the command in this process, which is quicker than a process of its own. */
const command = async (args: string, env: Record<string, string> = {}) =>
  shownBy(endOf(await runBacktest(wordsOf(args), { DATA_DIR: dataDir, ...env })));

const commandApart = async (args: string) =>
  shownBy(await runProgram('src/server/backtest-main.ts', wordsOf(args), { DATA_DIR: dataDir }));

const crossover = '--fast 2 --slow 3';

test('trades a recording and prints each position and the result', async () => {
  const { code, text } = await commandApart(`--file ${recording} --resolution 1m ${crossover}`);
  expect(code).toBe(0);
  expect(text).toBe(`moving-average crossover 2/3 on BTCUSD, 1m, a recording of 7 good quotes and 1 that are dropped
00:00:30.000 to 00:06:30.000 UTC, 6 candles closed

         opened        closed  direction  open rate  closed rate   amount  leverage   profit  reason
1  00:04:30.000  00:06:30.000  buy        107.02675           98  €200.00         1  -€16.87  AI Trade
2  00:06:30.000  00:06:30.000  sell         97.9755           99  €199.66         1   -€2.09  open at the end

trades            2, won 0 (0%)
profit            -€18.96
largest drawdown  €18.96 (0.19%)
final balance     €9,981.04
`);
});

test('trades stored candles of the configured feed, at the lowest leverage, filled at the open of the next candle', async () => {
  const { code, text } = await commandApart(`${crossover} --balance 500 --json`);
  expect(code).toBe(0);
  const { trades, result, ...facts } = JSON.parse(text) as { trades: object[]; result: object };
  expect(facts).toMatchObject({ symbol: 'BTCUSD', resolution: '15m', leverage: 1, balance: 500, candles: 6 });
  // The fifth candle opens at 104, the seventh at 97; asks are 1 % higher.
  expect(trades).toEqual([
    {
      ...{ direction: 'buy', amount: 10, leverage: 1, open_rate: 105.06626, opened_at: '1970-01-01T01:00:00.000Z' },
      ...{ closed_rate: 97, closed_at: '1970-01-01T01:30:00.000Z', profit: -0.77, reason: 'AI Trade' },
    },
    expect.objectContaining({ direction: 'sell', open_rate: 96.97575, closed_rate: 98.98, reason: 'open at the end' }),
  ]);
  expect(result).toMatchObject({ trades: 2, won: 0, profit: -0.98, final_balance: 499.02 });
});

test('trades only the requested days, at the requested leverage', async () => {
  const { text } = await command(`${crossover} --from 1970-01-01T01:00 --to 1970-01-01T01:30 --leverage 5 --json`);
  expect(JSON.parse(text)).toMatchObject({ from: '1970-01-01T01:00:00.000Z', candles: 1, leverage: 5, trades: [] });
});

test('writes nothing, even if there is no database', async () => {
  const tables = ['candles', 'assets', 'accounts', 'positions', 'ledger_entries'];
  const counted = () =>
    onDatabase(async (database) => {
      const all = tables.map((table) => `select count(*) from ${table}`).join(' union all ');
      return (await database.query(all)).rows;
    });
  const before = await counted();
  expect((await command(crossover)).code).toBe(0);
  expect(await counted()).toEqual(before);
  const nowhere = join(folder, 'nowhere');
  const { code, text } = await command(crossover, { DATA_DIR: nowhere });
  expect([code, text]).toEqual([1, `There are no stored candles in ${nowhere} yet. The first start creates them.\n`]);
  expect(await readdir(folder)).not.toContain('nowhere');
});

test('is refused while a server has the data folder, except for a recording', async () => {
  const lock = await lockDataDir(dataDir);
  const refused = await commandApart(crossover);
  const played = await command(`--file ${recording} --resolution 1m ${crossover}`);
  await lock.release();
  expect(refused.code).toBe(1);
  expect(refused.text).toContain('is in use by another process');
  expect(played.code).toBe(0);
});

test.each([
  ['--symbol NOPE', 'There is no asset NOPE. Available: BTCUSD.'],
  ['--leverage 7', '--leverage: expected one that BTCUSD has (2, 1, 5), found 7'],
  ['--from 2030-01-01', 'There are no prices for BTCUSD in the requested data.'],
  ['--file nothing-there.csv', 'The replay file'],
  ['--what', "Unknown option '--what'"],
])('refuses %s in words', async (args, words) => {
  const { code, text } = await command(args);
  expect(code).toBe(1);
  expect(text).toContain(words);
  expect(text).not.toContain('    at ');
});

test('uses the configuration for missing options, and lists the options in its help', async () => {
  const { text } = await command('--json', { AUTO_TRADING_FAST: '2', AUTO_TRADING_SLOW: '4' });
  expect(JSON.parse(text)).toMatchObject({ strategy: 'moving-average crossover 2/4', resolution: '15m' });
  const wrong = await command('', { AUTO_TRADING_FAST: '31' });
  expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('AUTO_TRADING_FAST: expected') as string });
  const help = await command('--help', { DATA_DIR: join(folder, 'nowhere') });
  expect(help.code).toBe(0);
  for (const flag of ['symbol', 'resolution', 'from', 'to', 'balance', 'fast', 'slow', 'leverage', 'file', 'json']) {
    expect(help.text).toContain(`--${flag}`);
  }
});
