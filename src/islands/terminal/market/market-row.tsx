import { memo, useCallback } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { Asset } from '../../../lib/contract/entities.ts';
import { goToSymbol, symbolPath, toggleFavourite } from '../../../stores/market-list.ts';
import type { accessProblem } from '../../../stores/trading/ticket.ts';
import { dash } from '../live/follow-price.ts';
import live from '../live/live.module.css';
import { whenVisible } from '../live/when-visible.ts';
import { useTerminal } from '../terminal-context.ts';
import { followRow, sparklineBox } from './follow-row.ts';
import styles from './market-row.module.css';
import market from './market.module.css';

const cells = ['sell', 'spread', 'buy'] as const;

interface MarketRowProps {
  asset: Asset;
  isCurrent: boolean;
  isFavourite: boolean;
  /** Why the customer may not trade this asset although they may trade others. */
  denial: ReturnType<typeof accessProblem>;
  /** Only one row is in the tab order; the arrow keys move between rows. */
  isTabStop: boolean;
  onFocus: (symbol: string) => void;
}

export const MarketRow = memo(function MarketRow({
  asset,
  isCurrent,
  isFavourite,
  denial,
  isTabStop,
  onFocus,
}: MarketRowProps) {
  const { t, locale } = useTerminal();
  const { symbol, name } = asset;
  const denied = denial && t(`problems.${denial}`);
  const follow = useCallback(
    (element: HTMLLIElement) => whenVisible(element, () => followRow(element, { symbol, locale, t })),
    [symbol, locale, t],
  );
  return (
    <li ref={follow} className={market.row} data-current={isCurrent || undefined}>
      <Star symbol={symbol} isFavourite={isFavourite} isTabStop={isTabStop} />
      <span className={styles.asset}>
        <a
          href={symbolPath(location.pathname, symbol)}
          title={denied ? `${name}. ${denied}` : name}
          aria-current={isCurrent ? 'page' : undefined}
          tabIndex={isTabStop ? 0 : -1}
          data-symbol={symbol}
          onFocus={() => onFocus(symbol)}
          onKeyDown={moveInMarket}
          onClick={(event) => handlesClick(event) && goToSymbol(symbol)}
        >
          {symbol}
        </a>
        <span className={styles.change} data-cell="change" data-spoken="" aria-hidden>
          {dash}
        </span>
        <span className={styles.name}>{name}</span>
        {denied && <span className={styles.lock} role="img" aria-label={denied} />}
      </span>
      <svg
        className={styles.spark}
        viewBox={`0 0 ${sparklineBox.width} ${sparklineBox.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path data-cell="line" vectorEffect="non-scaling-stroke" />
      </svg>
      {cells.map((cell) => (
        <span key={cell} className={styles[cell]} data-spoken="" aria-hidden>
          <span className="visually-hidden">{t(`platform.market.${cell}`)} </span>
          <span className={cell === 'spread' ? undefined : live.rate} data-cell={cell}>
            {dash}
          </span>
        </span>
      ))}
    </li>
  );
});

function Star({
  symbol,
  isFavourite,
  isTabStop,
}: Pick<MarketRowProps, 'isFavourite' | 'isTabStop'> & { symbol: string }) {
  const { t } = useTerminal();
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isFavourite}
      aria-label={t('platform.market.favourite', { symbol })}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => toggleFavourite(symbol)}
    >
      <StarShape />
    </button>
  );
}

/**
 * Whether this page handles the click; if so, prevents the default. A click that opens another tab is left to the
 * browser.
 */
function handlesClick(event: MouseEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return false;
  event.preventDefault();
  return true;
}

/** A star as a drawing, because not every font has the character. */
export function StarShape() {
  return (
    <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <path
        d="m8 1.8 1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.5l-3.8 2.1.7-4.3-3.1-3 4.3-.6z"
        fill="none"
        stroke="currentColor"
      />
    </svg>
  );
}

/**
 * Arrow keys move from the search into the list, through it and back. Home and End go to its ends, Escape to the
 * search.
 */
export function moveInMarket(event: KeyboardEvent<HTMLElement>): void {
  const market = event.currentTarget.closest('[data-market]');
  const links = [...(market?.querySelectorAll<HTMLElement>('[data-symbol]') ?? [])];
  const at = links.findIndex((link) => link === event.currentTarget);
  const to = targetOf(event.key, at, links.length);
  if (to === undefined) return;
  const target = to < 0 ? market?.querySelector('input') : links[to];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/**
 * The index of the row that a key moves to; undefined if it moves to none. `at` is the current index; −1 is the search
 * field, where every key except ArrowDown edits the text.
 */
function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return at + 1;
  if (at < 0) return undefined;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Escape') return -1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
