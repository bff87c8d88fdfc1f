import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Asset, Direction } from '../../../lib/contract/entities.ts';
import { formatMoney } from '../../../lib/format/format-number.ts';
import { $customerConnection } from '../../../stores/connection.ts';
import { priceBook } from '../../../stores/prices.ts';
import { $session } from '../../../stores/session.ts';
import { $balance } from '../../../stores/trading/balance.ts';
import { $oneClick } from '../../../stores/trading/screen-choices.ts';
import {
  $accessProblem,
  $draft,
  $ticketSheet,
  accessProblem,
  amountOf,
  checkTicket,
  leverageOptions,
  startingLeverage,
} from '../../../stores/trading/ticket.ts';
import type { TicketInput } from '../../../stores/trading/ticket.ts';
import { OnDemand, preload } from '../../shared/on-demand.tsx';
import { useTerminal } from '../terminal-context.ts';
import { SideButton, SideLink, TradeSides, bothSides } from './trade-sides.tsx';
import styles from './trade-sides.module.css';
import { useSending } from './use-ticket.ts';

/**
 * Sell and Buy at the bottom of a narrow screen. They open the ticket as a sheet; in one-click trading they send an
 * order with the ticket's amount and leverage at once, and say so on the button. While the account is not verified,
 * they lead to what is missing for that.
 */
export function TradeBar({ asset }: { asset: Asset }) {
  const { symbol } = asset;
  const { t, locale, currency } = useTerminal();
  const order = useDraftOrder(asset);
  const isReachable = useStore($customerConnection) === 'live';
  const isUnverified = useStore($accessProblem) === 'NOT_VERIFIED';
  const { pending, send } = useSending({ symbol });

  const press = (direction: Direction) => {
    const input = order && { ...order.input, direction };
    const faults = input && checkTicket(input, { ...order, price: priceBook.get(symbol), locale });
    // Without a valid order, the sheet shows what is missing.
    if (!input || Object.values(faults ?? {}).some(Boolean)) $ticketSheet.set(direction);
    else if (isReachable && pending === null) void send(direction, input);
  };
  const note =
    order &&
    `${formatMoney(amountOf(order.input.amount, Infinity), locale, currency)} ${t('platform.times', { leverage: order.input.leverage ?? '' })}`;
  return (
    <TradeSides
      symbol={symbol}
      className={styles.bar}
      sides={bothSides}
      sideOf={(direction) =>
        isUnverified ? (
          <SideLink key={direction} {...{ symbol, direction }} />
        ) : (
          <SideButton
            key={direction}
            symbol={symbol}
            direction={direction}
            note={note ?? undefined}
            aria-haspopup={order ? undefined : 'dialog'}
            aria-busy={pending === direction || undefined}
            aria-disabled={(order && (!isReachable || (pending !== null && pending !== direction))) || undefined}
            // A double click or a held key must not send a second order.
            onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
            onClick={(event) => (order && event.detail > 1 ? undefined : press(direction))}
          />
        )
      }
    />
  );
}

/** The order that one press would send: the ticket's last inputs, without levels. Null if a press opens the sheet. */
function useDraftOrder(asset: Asset) {
  const isOneClick = useStore($oneClick);
  const { amount, leverage } = useStore($draft);
  const user = useStore($session)?.user;
  const freeMargin = useStore($balance)?.freeMargin;
  if (!isOneClick || !user || freeMargin === undefined || accessProblem(asset, user)) return null;
  if (Number.isNaN(amountOf(amount, freeMargin))) return null;
  const leverages = leverageOptions(asset, user);
  const chosen = startingLeverage(leverages, leverage);
  if (chosen === undefined) return null;
  const input: TicketInput = { amount, leverage: chosen, stopLoss: '', takeProfit: '', direction: null };
  return { input, freeMargin, leverages };
}

const loadSheet = async () => (await import('./ticket-sheet.tsx')).TicketSheet;
const shut = () => $ticketSheet.set(null);

/** The ticket for one side or both, in a dialog. Its code is loaded as soon as the screen is narrow. */
export function SheetOnDemand({ asset }: { asset: Asset | undefined }) {
  const { t } = useTerminal();
  const direction = useStore($ticketSheet);
  useEffect(() => preload(loadSheet), []);
  return direction && asset && <OnDemand key={direction} load={loadSheet} onShut={shut} {...{ t, asset, direction }} />;
}
