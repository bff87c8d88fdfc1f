import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { TerminalIsland } from '../../../src/islands/terminal/terminal.island.tsx';
import {
  closePosition,
  getAssets,
  getBalanceSummary,
  getCandles,
  getPositions,
  getUser,
  openPosition,
  updatePosition,
} from '../../../src/lib/contract/endpoints.ts';
import { getChart } from '../../../src/lib/contract/chart/chart-endpoints.ts';
import type {
  Asset,
  Balance,
  Candle,
  Position,
  PositionLists,
  PriceMap,
  User,
} from '../../../src/lib/contract/entities.ts';
import type { Locale } from '../../../src/lib/i18n/locales.ts';
import { acknowledge } from '../../../src/lib/contract/envelope.ts';
import type { Acknowledgement } from '../../../src/lib/contract/envelope.ts';
import { aCustomer, messagesFor, test as base } from './component-test.tsx';
import { sockets } from './fake-socket.ts';
import type { FakeSocket } from './fake-socket.ts';
import { stepPathsIn } from './step-paths.ts';

/** The trading screen against a server that the test plays: three assets, quoted prices, one account. */

const anAsset = (symbol: string, name: string, category: string, leverage: string): Asset => ({
  ...{ symbol, name, code: symbol, suspended: 0, asset_category_id: category === 'crypto' ? 3 : 1 },
  position_assets_category: { name: category, leverage },
});

export const assets: readonly Asset[] = [
  anAsset('BTCUSD', 'Bitcoin', 'crypto', '1,2,5'),
  anAsset('ETHUSD', 'Ethereum', 'crypto', '1,2,5'),
  anAsset('EURUSD', 'Euro / US dollar', 'forex', '1,10,30'),
];

export const prices: PriceMap = {
  BTCUSD: { buy: 60_010, sell: 60_000 },
  ETHUSD: { buy: 3_002, sell: 3_000 },
  EURUSD: { buy: 1.1002, sell: 1.1 },
};

/** An open buy of 100.00 of Bitcoin with leverage 5, at 60,000. */
export function aPosition(changes: Partial<Position> = {}): Position {
  return {
    ...{ id: '5f0c1f7e-6f0e-4f51-9f1b-1d3c1a6f0a01', symbol: 'BTCUSD', symbolName: 'Bitcoin', direction: 'buy' },
    ...{ amount: 100, leverage: 5, open_rate: 60_000, open_date: '2026-03-02T10:00:00.000Z' },
    ...{ closed_rate: null, close_date: null, take_profit: null, stop_lost: null, profit: 0 },
    ...{ protected: 0, closingReason: null, auto: 0 },
    ...changes,
  };
}

/** Ten daily candles up to today, for the chart. */
function someCandles(): Candle[] {
  const today = Math.floor(Date.now() / 86_400_000) * 86_400;
  return Array.from({ length: 10 }, (_, day) => ({
    ...{ time: today - (9 - day) * 86_400, open: 59_000 + day * 100, close: 59_100 + day * 100 },
    ...{ high: 59_200 + day * 100, low: 58_900 + day * 100 },
  }));
}

/** The height of the page's header, which the screen leaves free. */
const headerPx = 48;

interface TerminalOptions {
  symbol?: string;
  locale?: Locale;
  /** The assets in the market list; the three above by default. `unavailable`: the database is away. */
  listed?: readonly Asset[] | 'unavailable';
  quoted?: PriceMap;
  /** The age above which a price is locked. */
  quoteMaxAgeMs?: number;
  customer?: Partial<User>;
  positions?: Partial<PositionLists>;
  /** Shows the screen before the connections are up, for tests about that. */
  isOffline?: true;
}

/** A connection of the page, once it has opened it. */
export async function connectionTo(namespace: '/' | '/prices'): Promise<FakeSocket> {
  return vi.waitFor(() => {
    const connection = sockets.findLast((socket) => socket.namespace === namespace);
    if (!connection) throw new Error(`the page has opened no connection to ${namespace}`);
    return connection;
  });
}

/**
 * Keeps the answers in step with pushes and acknowledged orders: the page requests lists and balance again every 5 s.
 */
function keepAccount(connection: FakeSocket, first: PositionLists): void {
  let lists = first;
  const keep = (acknowledged: Acknowledgement<Position> | null) => {
    if (!acknowledged || acknowledged.error) return;
    const { data: position } = acknowledged;
    const others = lists.open.filter(({ id }) => id !== position.id);
    const isOpen = position.closed_rate === null;
    lists = {
      open: isOpen ? [position, ...others] : others,
      history: isOpen ? lists.history : [position, ...lists.history],
    };
  };
  connection.answer(getPositions.event, () => acknowledge(lists));
  connection.on('positions', (pushed: PositionLists) => (lists = pushed));
  let balance: Balance = { balance: 5_000, equity: 5_000, freeMargin: 5_000, profit: 0 };
  connection.answer(getBalanceSummary.event, () => acknowledge(balance));
  connection.on('balance', (pushed: Balance) => (balance = pushed));
  for (const { event } of [openPosition, closePosition, updatePosition]) connection.on(`acknowledged ${event}`, keep);
}

export const test = base.extend('showTerminal', ({ server, show, logIn }) => {
  return async ({
    symbol = 'BTCUSD',
    locale = 'en',
    listed = assets,
    quoted = prices,
    quoteMaxAgeMs = 15_000,
    customer = {},
    positions = {},
    isOffline,
  }: TerminalOptions = {}) => {
    history.replaceState(null, '', `/platform/${encodeURIComponent(symbol)}`);
    logIn(customer);
    server.answer(getUser, { ...aCustomer, ...customer });
    if (listed === 'unavailable') server.refuse(getAssets, 'UNAVAILABLE');
    else server.answer(getAssets, [...listed]);
    server.answer(getCandles, someCandles());
    server.answer(getChart, null);
    server.answer(
      { method: 'GET', path: '/api/get/feed' },
      { name: 'simulated', origin: 'simulated', quote_max_age_ms: quoteMaxAgeMs },
    );
    const messages = await messagesFor(locale, ['platform', 'problems', 'common']);
    await show(
      <>
        <div style={{ height: headerPx }} />
        <TerminalIsland symbol={symbol} locale={locale} messages={messages} paths={stepPathsIn(locale)} />
      </>,
    );
    const [connection, priceConnection] = [await connectionTo('/'), await connectionTo('/prices')];
    keepAccount(connection, { open: [], history: [], ...positions });
    if (!isOffline) {
      connection.join();
      priceConnection.join();
      priceConnection.tell('prices', quoted);
    }
    return { connection, priceConnection };
  };
});

/** The parts of the trading screen, named as in the journeys. */
export function terminal() {
  const positions = page.getByRole('region', { name: 'Positions' });
  return {
    market: page.getByRole('region', { name: 'Market' }),
    chart: page.getByRole('region', { name: /^Chart of / }),
    ticket: page.getByRole('region', { name: /^New trade in / }),
    positions,
    rows: positions.getByCss('tr[data-position]'),
    rowOf: (id: string) => positions.getByCss(`tr[data-position="${id}"]`),
    balance: page.getByCss('[data-figure="balance"]'),
  };
}
