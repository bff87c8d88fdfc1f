import { useCallback } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatRate } from '../../../lib/format/format-number.ts';
import { closingRateNow } from '../../../stores/trading/positions.ts';
import { useTerminal } from '../terminal-context.ts';
import { dash } from './follow-rate.ts';
import { followText } from './follow-text.ts';

/** The rate that a position would close at now. Not read out at every move: what is around it was. */
export function ClosingRate({ symbol, direction }: Pick<Position, 'symbol' | 'direction'>) {
  const { locale } = useTerminal();
  const follow = useCallback(
    (cell: HTMLElement) =>
      followText(cell, symbol, () => {
        const rate = closingRateNow({ symbol, direction });
        return rate === null ? dash : formatRate(rate, locale);
      }),
    [symbol, direction, locale],
  );
  return (
    <span ref={follow} aria-live="off">
      {dash}
    </span>
  );
}
