import { expect, test } from 'vitest';
import type { BacktestRequest } from '../../../../src/server/strategies/backtest/backtest-options.ts';
import { parseBacktest } from '../../../../src/server/strategies/backtest/backtest-options.ts';

const configured = { resolution: '15m', fast: 10, slow: 30 } as const;

const parse = (args: string) => parseBacktest(args.split(' ').filter(Boolean), configured);

function requestOf(args: string): BacktestRequest {
  const parsed = parse(args);
  if (parsed.kind !== 'run') throw new Error(parsed.kind);
  return parsed.request;
}

test('by default it is the configured strategy on everything that is stored', () => {
  expect(requestOf('')).toEqual({
    symbol: 'BTCUSD',
    crossover: configured,
    balanceMinor: 1_000_000,
    leverage: null,
    from: 0,
    to: 100_000_000_000,
    file: null,
    asJson: false,
  });
});

test('every option can be set', () => {
  const args = '--symbol EURUSD --resolution 1h --from 2026-01-01 --to=2026-02-01T12:30 --balance 500.5 --leverage 30';
  expect(requestOf(`${args} --fast 5 --slow 20 --json`)).toEqual({
    symbol: 'EURUSD',
    crossover: { resolution: '1h', fast: 5, slow: 20 },
    balanceMinor: 50_050,
    leverage: 30,
    from: Date.UTC(2026, 0, 1) / 1000,
    to: Date.UTC(2026, 1, 1, 12, 30) / 1000,
    file: null,
    asJson: true,
  });
  expect(requestOf('--file day.csv.gz').file).toBe('day.csv.gz');
});

test.each(['--help', '-h', '--help --symbol X'])('%s asks for help', (args) => {
  expect(parse(args)).toEqual({ kind: 'help' });
});

test.each([
  ['--leverage 0', '--leverage: expected a whole number from 1 to 1000, found 0'],
  ['--leverage 1.5', '--leverage: expected a whole number from 1 to 1000, found 1.5'],
  ['--from 2026-02-30', '--from: expected a date such as 2026-01-31 or 2026-01-31T12:00, in UTC, found 2026-02-30'],
  ['--to tomorrow', '--to: expected a date such as 2026-01-31 or 2026-01-31T12:00, in UTC, found tomorrow'],
  ['--balance 1.005', '--balance: expected an amount from 1 to 1000000000 with at most two decimals, found 1.005'],
  ['--balance 0.5', '--balance: expected an amount from 1 to 1000000000 with at most two decimals, found 0.5'],
  ['--balance 1e3', '--balance: expected an amount from 1 to 1000000000 with at most two decimals, found 1e3'],
  ['--resolution 2m', '--resolution: expected 1m, 5m, 15m, 1h, 4h, 1d, found 2m'],
  ['--fast 40', '--fast: expected less than --slow, which is 30, found 40'],
  ['--slow 10', '--fast: expected less than --slow, which is 10, found 10'],
  ['--file x --to 2026-01-01', '--from and --to choose stored candles; a recording is played whole'],
  ['--what', "Unknown option '--what'"],
  ['--symbol', "Option '--symbol <value>' argument missing"],
  ['BTCUSD', "Unexpected argument 'BTCUSD'. This command does not take positional arguments"],
])('refuses %s in words', (args, reason) => {
  expect(parse(args)).toEqual({ kind: 'refused', reason });
});
