import { useCallback } from 'react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import type { Direction } from '../../../lib/contract/entities.ts';
import { dash, followText, spreadText } from '../live/follow-price.ts';
import { LiveRate, PriceSince, usePriceState } from '../live/live-price.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './ticket.module.css';

interface TradeSidesProps {
  symbol: string;
  className: string | undefined;
  sides: readonly Direction[];
  sideOf: (direction: Direction) => ReactNode;
}

/** The sides of a symbol; in their place, while there is nothing to trade at, that it is so and since when. */
export function TradeSides({ symbol, className, sides, sideOf }: TradeSidesProps) {
  const { t } = useTerminal();
  const state = usePriceState(symbol);
  const isLocked = state === 'none' || state === 'stale';
  return (
    <div
      className={className}
      role="group"
      aria-label={t('platform.ticket.tab')}
      // Can be given the focus of a side that goes.
      tabIndex={-1}
      data-sides={isLocked ? 0 : sides.length}
    >
      {isLocked ? (
        <div className={styles.unavailable} role="status">
          <strong>{t('problems.UNAVAILABLE')}</strong>
          <PriceSince symbol={symbol} />
        </div>
      ) : (
        sides.map(sideOf)
      )}
      {!isLocked && sides.length === 2 && <Spread symbol={symbol} />}
    </div>
  );
}

interface SideButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  symbol: string;
  direction: Direction;
  priceClassName: string | undefined;
}

/** A side to press, with its live price. */
export function SideButton({ symbol, direction, priceClassName, ...button }: SideButtonProps) {
  const { t } = useTerminal();
  return (
    <button ref={handOnFocus} type="button" data-direction={direction} {...button}>
      <span>{t(`platform.direction.${direction}`)}</span>
      <LiveRate symbol={symbol} side={direction} className={priceClassName ?? ''} />
    </button>
  );
}

/** A side that goes away with the focus leaves it to its group: the browser would start again at the top of the page. */
function handOnFocus(button: HTMLButtonElement) {
  const group = button.parentElement;
  return () => {
    if (document.activeElement === button) group?.focus();
  };
}

/** The quoted spread, in the middle between the two sides. */
function Spread({ symbol }: { symbol: string }) {
  const { t, locale } = useTerminal();
  const follow = useCallback(
    (cell: HTMLElement) => followText(cell, symbol, (price) => spreadText(price, locale)),
    [symbol, locale],
  );
  return (
    <span className={styles.spread}>
      <span className="visually-hidden">{t('platform.ticket.spread')} </span>
      <span ref={follow}>{dash}</span>
    </span>
  );
}
