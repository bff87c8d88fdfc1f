import { brand } from '../../../brand.ts';
import { closingReasons } from '../../../lib/contract/closing-reasons.ts';
import { formatMoney, formatPercent, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { toMajor } from '../../../lib/money.ts';
import type { BacktestTrade } from './backtest.ts';
import type { BacktestRun } from './run-backtest.ts';

const stillOpen = 'open at the end';

/** The report of a backtest for the operator: the strategy and the prices, each position, the result. */
export function backtestText(run: BacktestRun): string {
  const { strategy, symbol, resolution, source, firstMs, lastMs, result } = run;
  const timeText = run.isRecording ? timeOfDay : dateAndTime;
  const head = [
    `${strategy} on ${symbol}, ${resolution}, ${source}`,
    `${timeText(firstMs)} to ${timeText(lastMs)} UTC, ${result.candles} candles closed`,
  ];
  const trades =
    result.trades.length > 0
      ? table([columns, ...result.trades.map((trade, index) => row(trade, index, timeText))])
      : ['No position was opened.'];
  return [...head, '', ...trades, '', ...summary(run)].join('\n');
}

/**
 * The report for programs, as JSON. Money is in major units; instants are ISO 8601 in UTC, on 1970-01-01 if the prices
 * are a recording.
 */
export function backtestJson(run: BacktestRun): string {
  const { firstMs, lastMs, balanceMinor, result, ...facts } = run;
  const { trades, wins, profitMinor } = figures(run);
  const value = {
    ...facts,
    from: new Date(firstMs).toISOString(),
    to: new Date(lastMs).toISOString(),
    candles: result.candles,
    balance: toMajor(balanceMinor),
    trades: result.trades.map((trade) => ({
      direction: trade.direction,
      amount: toMajor(trade.amountMinor),
      leverage: trade.leverage,
      opened_at: new Date(trade.openedMs).toISOString(),
      open_rate: trade.openRate,
      closed_at: new Date(trade.closedMs).toISOString(),
      closed_rate: trade.closedRate,
      profit: toMajor(trade.profitMinor),
      reason: reasonText(trade),
    })),
    result: {
      trades,
      won: wins,
      won_percent: share(wins, trades),
      profit: toMajor(profitMinor),
      largest_drawdown: toMajor(result.largestDrawdownMinor),
      largest_drawdown_percent: result.largestDrawdownPercent,
      final_balance: toMajor(result.finalBalanceMinor),
    },
  };
  return JSON.stringify(value, null, 2);
}

const columns = [
  '',
  'opened',
  'closed',
  'direction',
  'open rate',
  'closed rate',
  'amount',
  'leverage',
  'profit',
  'reason',
];

function row(trade: BacktestTrade, index: number, timeText: (timeMs: number) => string): string[] {
  const { direction, openedMs, openRate, closedMs, closedRate, amountMinor, leverage, profitMinor } = trade;
  const money = [formatMoney(toMajor(amountMinor), 'en', brand.currency), String(leverage), signed(profitMinor)];
  const rates = [String(openRate), String(closedRate)];
  const [opened, closed] = [timeText(openedMs), timeText(closedMs)];
  return [String(index + 1), opened, closed, direction, ...rates, ...money, reasonText(trade)];
}

function summary(run: BacktestRun): string[] {
  const { result } = run;
  const { trades, wins, profitMinor } = figures(run);
  const money = (minor: number) => formatMoney(toMajor(minor), 'en', brand.currency);
  return [
    `trades            ${trades}, won ${wins} (${formatPercent(share(wins, trades), 'en')})`,
    `profit            ${signed(profitMinor)}`,
    `largest drawdown  ${money(result.largestDrawdownMinor)} (${formatPercent(result.largestDrawdownPercent, 'en')})`,
    `final balance     ${money(result.finalBalanceMinor)}`,
  ];
}

function figures({ balanceMinor, result }: BacktestRun) {
  const { trades, finalBalanceMinor } = result;
  const wins = trades.filter((trade) => trade.profitMinor > 0).length;
  return { trades: trades.length, wins, profitMinor: finalBalanceMinor - balanceMinor };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

function signed(minor: number): string {
  return formatSignedMoney(toMajor(minor), 'en', brand.currency);
}

function reasonText({ reason }: BacktestTrade): string {
  return reason === null ? stillOpen : closingReasons[reason];
}

function dateAndTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');
}

function timeOfDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(11, 23);
}

/** Pads the cells of each column to the same width: words are left-aligned, everything else right-aligned. */
function table(rows: readonly string[][]): string[] {
  const widths = columns.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const isWords = (column: number) => columns[column] === 'direction' || columns[column] === 'reason';
  return rows.map((cells) =>
    cells
      .map((text, column) => (isWords(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
