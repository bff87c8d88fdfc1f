import { parseArgs } from 'node:util';
import { brand } from '../../../brand.ts';
import type { StoredResolution } from '../../../lib/contract/calls.ts';
import { storedResolutions } from '../../../lib/contract/calls.ts';
import { isMoney, toMinor } from '../../../lib/money.ts';
import type { CrossoverOptions } from '../moving-average-crossover.ts';

/** The options of a backtest. */
export interface BacktestRequest {
  symbol: string;
  crossover: CrossoverOptions;
  balanceMinor: number;
  /** Null: the asset's lowest leverage. */
  leverage: number | null;
  /** Unix seconds. Uses the stored candles at or after `from` and before `to`. */
  from: number;
  to: number;
  /** A recording to use instead of stored candles. */
  file: string | null;
  asJson: boolean;
}

export type ParsedBacktest =
  { kind: 'run'; request: BacktestRequest } | { kind: 'help' } | { kind: 'refused'; reason: string };

const flags = {
  symbol: { type: 'string' },
  resolution: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  balance: { type: 'string' },
  fast: { type: 'string' },
  slow: { type: 'string' },
  leverage: { type: 'string' },
  file: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values'];

/** Later than any candle. */
const endOfTime = 100_000_000_000;

/** An invalid argument. The message says what was expected. */
class WrongArgument extends Error {}

/** Parses the arguments of the command. The defaults come from the configured strategy. Pure. */
export function parseBacktest(args: readonly string[], configured: CrossoverOptions): ParsedBacktest {
  try {
    const { values } = parseArgs({ args: [...args], options: flags });
    return values.help ? { kind: 'help' } : { kind: 'run', request: requestOf(values, configured) };
  } catch (error) {
    if (error instanceof WrongArgument || isParserFault(error)) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

/** Whether the error is from Node's parser. Its message already names the argument. */
function isParserFault(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

function requestOf(values: Values, configured: CrossoverOptions): BacktestRequest {
  if (values.file !== undefined && (values.from ?? values.to) !== undefined) {
    throw new WrongArgument('--from and --to choose stored candles; a recording is played whole');
  }
  const resolution = values.resolution ?? configured.resolution;
  if (!isResolution(resolution)) throw wrong('resolution', storedResolutions.join(', '), resolution);
  const fast = wholeNumber('fast', values.fast, 1, 499) ?? configured.fast;
  const slow = wholeNumber('slow', values.slow, 2, 500) ?? configured.slow;
  if (fast >= slow) throw wrong('fast', `less than --slow, which is ${slow}`, String(fast));
  return {
    symbol: values.symbol ?? brand.defaultSymbol,
    crossover: { resolution, fast, slow },
    balanceMinor: balanceOf(values.balance ?? '10000'),
    leverage: wholeNumber('leverage', values.leverage, 1, 1000),
    from: unixSeconds('from', values.from) ?? 0,
    to: unixSeconds('to', values.to) ?? endOfTime,
    file: values.file ?? null,
    asJson: values.json ?? false,
  };
}

function isResolution(text: string): text is StoredResolution {
  return storedResolutions.some((resolution) => resolution === text);
}

function balanceOf(text: string): number {
  const balance = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (!(balance >= 1 && balance <= 1_000_000_000) || !isMoney(balance)) {
    throw wrong('balance', 'an amount from 1 to 1000000000 with at most two decimals', text);
  }
  return toMinor(balance);
}

function wholeNumber(name: string, text: string | undefined, minimum: number, maximum: number): number | null {
  if (text === undefined) return null;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= minimum && value <= maximum) return value;
  throw wrong(name, `a whole number from ${minimum} to ${maximum}`, text);
}

/** Parses an instant in UTC; a date without a time means its midnight. */
function unixSeconds(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const [, day = '', clock = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)Z?)?$/.exec(text) ?? [];
  const timeMs = Date.parse(`${day}T${clock}Z`);
  // `Date.parse` turns a day that its month does not have into a day of the next month.
  if (!Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(day)) return timeMs / 1000;
  throw wrong(name, 'a date such as 2026-01-31 or 2026-01-31T12:00, in UTC', text);
}

function wrong(name: string, expected: string, found: string): WrongArgument {
  return new WrongArgument(`--${name}: expected ${expected}, found ${found}`);
}
