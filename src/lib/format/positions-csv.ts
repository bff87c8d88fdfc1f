import { closingReasons } from '../contract/closing-reasons.ts';
import type { Position } from '../contract/entities.ts';
import { csvOf } from './csv.ts';
import type { CsvCell } from './csv.ts';

/** The columns, named as in the contract and the same in every language, so that scripts can rely on them. */
const columns = [
  'id',
  'symbol',
  'symbolName',
  'direction',
  'amount',
  'leverage',
  'open_rate',
  'open_date',
  'closed_rate',
  'close_date',
  'take_profit',
  'stop_lost',
  'profit',
  'closingReason',
  'protected',
  'auto',
] as const satisfies readonly (keyof Position)[];

/**
 * Positions as a CSV file with a header. Money in major units of `currency` with two decimals, rates with all of their
 * digits, instants in ISO 8601 (UTC), flags 1 or 0, the closing reason in the words of the specification.
 */
export function positionsCsv(positions: readonly Position[], currency: string): string {
  const rows = positions.map((position) => [...columns.map((column) => cellOf(position, column)), currency]);
  return csvOf([[...columns, 'currency'], ...rows]);
}

function cellOf(position: Position, column: (typeof columns)[number]): CsvCell {
  if (column === 'amount' || column === 'profit') return position[column].toFixed(2);
  if (column !== 'closingReason' || position.closingReason === null) return position[column];
  return closingReasons[position.closingReason];
}
