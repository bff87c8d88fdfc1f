import { useCallback } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatRate } from '../../../lib/format/format-number.ts';
import { rateInputText } from '../../../lib/format/parse-number.ts';
import type { LevelFaultName } from '../../../stores/trading/levels.ts';
import { closingRateNow } from '../../../stores/trading/positions.ts';
import { useTerminal } from '../terminal-context.ts';
import { dash, followText } from './follow-price.ts';

/**
 * A fault is shown this long after the last key press. Also the interval at which a level is then checked against the
 * price.
 */
export const typingPauseMs = 500;

/** The fields of a position on which its closing rate depends. */
type ClosedAt = Pick<Position, 'symbol' | 'direction'>;

/**
 * The rate that a position would close at now. Screen readers announce the text around it, not every change of the
 * rate.
 */
export function ClosingRate({ symbol, direction }: ClosedAt) {
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

/** The text of a level's fault, in the specified wording, with the current price. */
export function LevelFaultText({ fault, ...side }: ClosedAt & { fault: LevelFaultName }) {
  const { t, locale } = useTerminal();
  if (fault === 'form') {
    return t('platform.level.form', { example: rateInputText(closingRateNow(side) ?? 1.25, locale) });
  }
  // The price updates without a render, so the text is split around it.
  const [before, after] = t(`platform.level.${fault}`, { price: '|' }).split('|');
  return (
    <>
      {before}
      <ClosingRate {...side} />
      {after}
    </>
  );
}
