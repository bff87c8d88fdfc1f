import { atom, computed, map } from 'nanostores';
import type { Asset, Direction, User } from '../../lib/contract/entities.ts';
import { parseMoney, parseRate } from '../../lib/format/parse-number.ts';
import { terminationRate } from '../../lib/trading/levels.ts';
import { toMajor, toMinor } from '../../lib/money.ts';
import { openingRate } from '../../lib/trading/quote.ts';
import {
  allowedLeverages,
  parseCustomLeverage,
  parseLeverages,
  tradingAccess,
} from '../../lib/trading/trading-rights.ts';
import { $assets } from '../assets.ts';
import { $symbol } from '../market-list.ts';
import { isLive } from '../prices.ts';
import type { LivePrice } from '../prices.ts';
import { $session } from '../session.ts';
import { typedLevelFault } from './levels.ts';
import type { LevelFaultName, LevelKind } from './levels.ts';
import type { Order } from './orders.ts';

/** The sides for which the sheet of the narrow screen is open; null: it is closed. */
export const $ticketSheet = atom<Direction | 'both' | null>(null);

/** The orders that are being sent, by symbol: whatever sends one knows of those that other parts of the screen sent. */
export const $pendingOrders = map<Record<string, Direction | undefined>>({});

/** The last inputs: kept when the symbol changes or the sheet closes. */
export const $draft = atom<TicketDraft>({ amount: '100', leverage: null });

interface TicketDraft {
  amount: string;
  /** Null: none was chosen yet. */
  leverage: number | null;
}

/** Whether the ticket's levels are expanded. */
export const $levelsShown = atom(false);

export function keepDraft(change: Partial<TicketDraft>): void {
  $draft.set({ ...$draft.get(), ...change });
}

/**
 * The default for a customer who has not chosen one: high enough for a leveraged product, low enough not to lose the
 * position within an hour.
 */
const usualLeverage = 5;

/**
 * The leverage that the form starts with: the last choice if it is allowed here, else the highest that does not exceed
 * the default.
 */
export function startingLeverage(options: readonly number[], chosen: number | null): number | undefined {
  if (chosen !== null && options.includes(chosen)) return chosen;
  return options.findLast((option) => option <= usualLeverage) ?? options[0];
}

/** The leverages that this customer may choose for this asset. */
export function leverageOptions(asset: Asset, user: Pick<User, 'custom_leverage'>): number[] {
  const { name, leverage } = asset.position_assets_category;
  return allowedLeverages({
    categoryName: name,
    leverages: parseLeverages(leverage),
    customLeverage: parseCustomLeverage(user.custom_leverage),
  });
}

/** Why the customer may not trade this asset; null if there is no reason. */
export function accessProblem(asset: Asset, user: Pick<User, 'verified_account' | 'assets_group_permission'>) {
  const denied = tradingAccess(
    { verified: user.verified_account === 1, categoryIds: user.assets_group_permission },
    asset.asset_category_id,
  );
  return denied ?? (asset.suspended ? 'ASSET_SUSPENDED' : null);
}

/** Why the customer may not trade the asset on the screen; null if there is no reason, or it is not known yet. */
export const $accessProblem = computed([$session, $assets, $symbol], (session, assets, symbol) => {
  const asset = assets.status === 'ready' && assets.bySymbol.get(symbol);
  return session && asset ? accessProblem(asset, session.user) : null;
});

/** The rates at which a position would open and terminate if one side were pressed now. */
export interface TicketPreview {
  fill: number;
  termination: number;
}

/** The fill and termination price of an order at a live price; null if that price cannot be traded at. */
export function previewOf(
  direction: Direction,
  leverage: number,
  price: Readonly<LivePrice> | undefined,
): TicketPreview | null {
  if (!isLive(price) || !(leverage > 0)) return null;
  const fill = openingRate(direction, { bid: price.sell, ask: price.buy });
  return { fill, termination: terminationRate({ direction, openRate: fill, leverage }) };
}

/** What the position is worth in the market: amount × leverage, in major units; null if there is no valid amount. */
export function exposureOf(amount: number, leverage: number): number | null {
  if (!Number.isFinite(amount) || !Number.isFinite(leverage) || Math.abs(amount) > 1e9) return null;
  return toMajor(toMinor(amount) * leverage);
}

/** A share of the free margin as an amount, rounded down to the cent; in major units, never below zero. */
export function shareOf(freeMargin: number, percent: number): number {
  return Math.max(0, toMajor(Math.floor((toMinor(freeMargin) * percent) / 100)));
}

/** The smallest amount of a position, in major units. */
export const amountMinimum = 1;

/** The new-trade form as filled in. */
export interface TicketInput extends Record<LevelKind, string> {
  amount: string;
  leverage: number | undefined;
  /** The side that the levels are checked against: the one on offer, or the one pressed; null: not known yet. */
  direction: Direction | null;
}

/** What the form is checked against. Money in major units. */
export interface TicketBounds {
  freeMargin: number;
  leverages: readonly number[];
  price: Readonly<LivePrice> | undefined;
  locale: string;
}

/** By field, the key of the text that describes the fault. */
export interface TicketFaults extends Record<LevelKind, LevelFaultName | undefined> {
  amount: 'required' | 'form' | 'minimum' | 'maximum' | undefined;
  leverage: 'required' | undefined;
}

/** Checks the form; it may be sent if nothing is wrong. The server checks again. */
export function checkTicket(input: TicketInput, bounds: TicketBounds): TicketFaults {
  const { leverage, direction } = input;
  const { freeMargin, leverages, price, locale } = bounds;
  const level = (kind: LevelKind) => typedLevelFault({ text: input[kind], kind, direction, price, locale });
  return {
    amount: amountFault(input.amount, freeMargin),
    leverage: leverage !== undefined && leverages.includes(leverage) ? undefined : 'required',
    stopLoss: level('stopLoss'),
    takeProfit: level('takeProfit'),
  };
}

function amountFault(text: string, freeMargin: number): TicketFaults['amount'] {
  const amount = parseMoney(text);
  if (amount === null) return text.trim() === '' ? 'required' : 'form';
  if (amount < amountMinimum) return 'minimum';
  return amount > freeMargin ? 'maximum' : undefined;
}

/** The typed amount in major units; NaN if it has a fault. */
export function amountOf(text: string, freeMargin: number): number {
  return amountFault(text, freeMargin) ? NaN : (parseMoney(text) ?? NaN);
}

/** The inputs as an order; null while they are not a valid one. */
export function ticketOrder(
  { amount, leverage, stopLoss, takeProfit }: TicketInput,
  locale: string,
): Pick<Order, 'amount' | 'leverage' | 'stop_lost' | 'take_profit'> | null {
  const money = parseMoney(amount);
  if (money === null || leverage === undefined) return null;
  return {
    amount: money,
    leverage,
    stop_lost: parseRate(stopLoss, locale),
    take_profit: parseRate(takeProfit, locale),
  };
}
