import type { Problem } from '../contract/problem.ts';
import { formatRate } from '../format/format-number.ts';
import type { LevelFaults } from './levels.ts';

/** The contract's field names of the levels. */
export const levelFields = { takeProfit: 'take_profit', stopLoss: 'stop_lost' } as const;

/**
 * Converts faults of levels into the contract's problem, with the specified messages in English; null if there are
 * none.
 */
export function levelProblem(faults: LevelFaults): Problem | null {
  const fields: Record<string, string> = {};
  for (const level of ['takeProfit', 'stopLoss'] as const) {
    const fault = faults[level];
    if (!fault) continue;
    const side = fault.bound === 'lowest' ? 'lower' : 'higher';
    fields[levelFields[level]] = `Can't be ${side} than ${formatRate(fault.price, 'en')}`;
  }
  return Object.keys(fields).length > 0 ? { code: 'VALIDATION', fields } : null;
}
