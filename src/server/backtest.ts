import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from './config.ts';
import { describeFaults, parseConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import type { Environment } from './environment.ts';
import { replayFeedName } from './market/replay-feed.ts';
import { readReplayFile } from './market/replay-file.ts';
import { simulatedFeedName } from './market/simulated-feed.ts';
import type { BacktestRequest } from './strategies/backtest/backtest-options.ts';
import { parseBacktest } from './strategies/backtest/backtest-options.ts';
import { backtestJson, backtestText } from './strategies/backtest/backtest-report.ts';
import type { BacktestOutcome } from './strategies/backtest/run-backtest.ts';
import { backtestCandles, backtestRecording } from './strategies/backtest/run-backtest.ts';
import type { CommandOutcome } from './operator/outcome.ts';
import { onStorage } from './operate.ts';

/** Trades the strategy of auto trading on the past and reports the result. Writes nothing. */

const help = `npm run backtest -- [options]

Trades the strategy of auto trading on stored candles, or on a recording, by the product's own rules: a signal is filled at the
first price after it, each position uses 2 % of the free margin, and spreads and termination are the same as for every order.
It only reads. With the embedded database, stop the server first. With PostgreSQL or --file, the server may keep running.

  --symbol BTCUSD          the asset; default: BTCUSD
  --resolution 15m         1m, 5m, 15m, 1h, 4h or 1d
  --from 2026-01-01        the first instant, in UTC; default: everything that is stored
  --to 2026-02-01T12:00    the instant before which it ends
  --balance 10000          the account's balance at the start
  --fast 10 --slow 30      the number of closes in each average
  --leverage 1             one of the asset's leverages; default: its lowest
  --file day.csv.gz        a recording (ms_of_day,symbol,bid,ask) instead of stored candles; times are those of its day
  --json                   for programs

The other defaults come from AUTO_TRADING_RESOLUTION, AUTO_TRADING_FAST and AUTO_TRADING_SLOW.`;

/** Carries out the command with the arguments after `npm run backtest --`. */
export async function runBacktest(args: readonly string[], env: Environment): Promise<CommandOutcome> {
  const parsed = parseConfig(env);
  if (!parsed.ok) return { ok: false, text: describeFaults(parsed.faults) };
  const parsedArgs = parseBacktest(args, parsed.config.autoTrading);
  if (parsedArgs.kind === 'help') return { ok: true, text: help };
  if (parsedArgs.kind === 'refused')
    return { ok: false, text: `${parsedArgs.reason}\nnpm run backtest -- --help shows all options.` };
  const { request } = parsedArgs;
  return request.file === null ? onCandles(env, parsed.config, request) : onRecording(request.file, request);
}

async function onRecording(file: string, request: BacktestRequest): Promise<CommandOutcome> {
  const quotes = await readReplayFile(resolve(file)).catch((fault: unknown) => (fault as Error).message);
  if (typeof quotes === 'string') return { ok: false, text: quotes };
  return inWords(backtestRecording(quotes, request), request);
}

async function onCandles(
  env: Environment,
  { databaseUrl, dataDir, feed }: Config,
  request: BacktestRequest,
): Promise<CommandOutcome> {
  if (databaseUrl === null && !existsSync(join(dataDir, 'database'))) {
    return { ok: false, text: `There are no stored candles in ${dataDir} yet. The first start creates them.` };
  }
  const feedName = feed.kind === 'simulated' ? simulatedFeedName : replayFeedName(feed.file);
  return onStorage(env, async () => {
    const database = await openDatabase({ databaseUrl, dataDir, poolSize: 1 });
    try {
      const outcome = await database.transaction(
        (connection) => backtestCandles(connection, feedName, request),
        // Makes PostgreSQL itself refuse writes.
        { transaction_read_only: 'on' },
      );
      return inWords(outcome, request);
    } finally {
      await database.close();
    }
  });
}

function inWords(outcome: BacktestOutcome, { asJson }: BacktestRequest): CommandOutcome {
  if (!outcome.ok) return { ok: false, text: outcome.reason };
  return { ok: true, text: asJson ? backtestJson(outcome.run) : backtestText(outcome.run) };
}
