import { useStore } from '@nanostores/react';
import { useCallback } from 'react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { stepToVerify } from '../../../lib/contract/accounts/first-steps.ts';
import type { Direction } from '../../../lib/contract/entities.ts';
import { $customerConnection } from '../../../stores/connection.ts';
import { $session } from '../../../stores/session.ts';
import { dash, followText, spreadText } from '../live/follow-price.ts';
import { LiveRate, PriceSince, usePriceState } from '../live/live-price.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './trade-sides.module.css';

export const bothSides: readonly Direction[] = ['sell', 'buy'];

interface TradeButtonsProps {
  symbol: string;
  sides: readonly Direction[];
  /** The side whose order is being sent. */
  pending: Direction | null;
  onTrade: (direction: Direction) => void;
}

/**
 * The buttons that send an order. An unavailable button keeps the focus, so that keyboard users do not lose their
 * position on the page.
 */
export function TradeButtons({ symbol, sides, pending, onTrade }: TradeButtonsProps) {
  const isLive = usePriceState(symbol) === 'live';
  // An order sent while the connection is known to be lost could be filled half a minute later, when nobody expects it.
  const isReachable = useStore($customerConnection) === 'live';
  const isOff = (direction: Direction) => !isLive || (pending === null ? !isReachable : pending !== direction);
  return (
    <TradeSides
      symbol={symbol}
      className={styles.sides}
      sides={sides}
      sideOf={(direction) => (
        <SideButton
          key={direction}
          symbol={symbol}
          direction={direction}
          aria-disabled={isOff(direction) || undefined}
          aria-busy={pending === direction || undefined}
          // Ignores the second click of a double click and the repeats of a held key, which would place a second order.
          onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
          onClick={(event) =>
            isOff(direction) || pending !== null || event.detail > 1 ? undefined : onTrade(direction)
          }
        />
      )}
    />
  );
}

interface TradeSidesProps {
  symbol: string;
  className: string | undefined;
  sides: readonly Direction[];
  sideOf: (direction: Direction) => ReactNode;
}

/** The buttons for the sides of a symbol. Without a tradable price, a message says so and since when. */
export function TradeSides({ symbol, className, sides, sideOf }: TradeSidesProps) {
  const { t } = useTerminal();
  const state = usePriceState(symbol);
  const isLocked = state === 'none' || state === 'stale';
  return (
    <div
      className={className}
      role="group"
      aria-label={t('platform.ticket.tab')}
      // Receives the focus when a focused button disappears.
      tabIndex={-1}
      data-sides={isLocked ? 0 : sides.length}
    >
      {isLocked ? (
        <div className={styles.unavailable} role="status">
          <strong>{t('platform.ticket.unavailable')}</strong>
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
  /** What a press would send, if the ticket does not show it. */
  note?: string | undefined;
}

/** A side's button with its live price. */
export function SideButton({ symbol, direction, note, ...button }: SideButtonProps) {
  return (
    <button ref={handOnFocus} type="button" className={styles.side} data-direction={direction} {...button}>
      <SideLabel {...{ symbol, direction, note }} />
    </button>
  );
}

/** A side that leads to what is missing before the account can be verified. */
export function SideLink({ symbol, direction }: Pick<SideButtonProps, 'symbol' | 'direction'>) {
  const { t, paths } = useTerminal();
  const user = useStore($session)?.user;
  const step = user ? stepToVerify(user) : 'documents';
  return (
    <a className={styles.side} data-direction={direction} href={paths[step]}>
      <SideLabel {...{ symbol, direction }} />
      <span className="visually-hidden">{t(`common.steps.${step}.title`)}</span>
    </a>
  );
}

function SideLabel({ symbol, direction, note }: Pick<SideButtonProps, 'symbol' | 'direction' | 'note'>) {
  const { t } = useTerminal();
  return (
    <>
      <span>
        {t(`platform.direction.${direction}`)} {note}
      </span>
      <LiveRate symbol={symbol} side={direction} className={styles.price ?? ''} />
    </>
  );
}

/**
 * When a focused button disappears, its group receives the focus. Otherwise keyboard users would start again at the top
 * of the page.
 */
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
    (cell: HTMLElement) => followText(cell, symbol, (price) => spreadText(price, { symbol, locale, t })),
    [symbol, locale, t],
  );
  return (
    <span className={styles.spread}>
      <span className="visually-hidden">{t('platform.ticket.spread')} </span>
      <span ref={follow}>{dash}</span>
    </span>
  );
}
