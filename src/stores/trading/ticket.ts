import { atom, computed } from 'nanostores';
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

/** The side that the narrow screen's sheet is open for; null: it is shut. */
export const $ticketSheet = atom<Direction | null>(null);

/** What was typed and chosen last: it outlives a change of symbol and the sheet. */
export const $draft = atom<TicketDraft>({ amount: '100', leverage: null });

interface TicketDraft {
  amount: string;
  /** Null: none was chosen yet. */
  leverage: number | null;
}

/** Whether the levels of the ticket are unfolded. */
export const $levelsShown = atom(false);

export function keepDraft(change: Partial<TicketDraft>): void {
  $draft.set({ ...$draft.get(), ...change });
}

/** Chosen for a customer who chose none; high enough to be a leveraged product, low enough not to end it in an hour. */
const usualLeverage = 5;

/**
 * The leverage that the form starts with: the last choice where it is allowed here, else the highest up to the usual.
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

/** Why the customer may open nothing in this asset; null: he may. */
export function accessProblem(asset: Asset, user: Pick<User, 'verified_account' | 'assets_group_permission'>) {
  const denied = tradingAccess(
    { verified: user.verified_account === 1, categoryIds: user.assets_group_permission },
    asset.asset_category_id,
  );
  return denied ?? (asset.suspended ? 'ASSET_SUSPENDED' : null);
}

/** Why the customer may not trade the asset on the screen; null: he may, or it is not known yet. */
export const $accessProblem = computed([$session, $assets, $symbol], (session, assets, symbol) => {
  const asset = assets.status === 'ready' && assets.bySymbol.get(symbol);
  return session && asset ? accessProblem(asset, session.user) : null;
});

/** What will happen if one side is pressed now. Rates; money in minor units. */
export interface TicketPreview {
  fill: number;
  termination: number;
}

/** Fill and termination price of an order at a live price; null while nothing can be traded at it. */
export function previewOf(
  direction: Direction,
  leverage: number,
  price: Readonly<LivePrice> | undefined,
): TicketPreview | null {
  if (!isLive(price) || !(leverage > 0)) return null;
  const fill = openingRate(direction, { bid: price.sell, ask: price.buy });
  return { fill, termination: terminationRate({ direction, openRate: fill, leverage }) };
}

/** What the position is worth in the market: amount × leverage, major units; null where there is no amount. */
export function exposureOf(amount: number, leverage: number): number | null {
  if (!Number.isFinite(amount) || !Number.isFinite(leverage) || Math.abs(amount) > 1e9) return null;
  return toMajor(toMinor(amount) * leverage);
}

/** A share of the free margin as an amount, rounded down to the cent; major units, never below zero. */
export function shareOf(freeMargin: number, percent: number): number {
  return Math.max(0, toMajor(Math.floor((toMinor(freeMargin) * percent) / 100)));
}

/** The least that a position may risk, major units. */
export const amountMinimum = 1;

/** The new-trade form as it is filled in. */
export interface TicketInput extends Record<LevelKind, string> {
  amount: string;
  leverage: number | undefined;
  /** The side that the levels are held against: the one on offer or the one that was pressed; null: neither yet. */
  direction: Direction | null;
}

/** What the form is held against. Money in major units. */
export interface TicketBounds {
  freeMargin: number;
  leverages: readonly number[];
  price: Readonly<LivePrice> | undefined;
  locale: string;
}

/** By field the key of the text that says what is wrong with it. */
export interface TicketFaults extends Record<LevelKind, LevelFaultName | undefined> {
  amount: 'required' | 'form' | 'minimum' | 'maximum' | undefined;
  leverage: 'required' | undefined;
}

/** What is wrong with the form as it is; where nothing is, it may be sent. The server decides again. */
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

/** The typed amount in major units; not a number while something is wrong with it. */
export function amountOf(text: string, freeMargin: number): number {
  return amountFault(text, freeMargin) ? NaN : (parseMoney(text) ?? NaN);
}

/** The typed text as an order; null while it is none. */
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
