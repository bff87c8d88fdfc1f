import { atom, computed } from 'nanostores';
import type { Asset, Direction, User } from '../../lib/contract/entities.ts';
import {
  allowedLeverages,
  parseCustomLeverage,
  parseLeverages,
  tradingAccess,
} from '../../lib/trading/trading-rights.ts';
import { openingRate } from '../../lib/trading/quote.ts';
import { toMajor, toMinor } from '../../lib/trading/money.ts';
import { terminationRate } from '../../lib/trading/levels.ts';
import { $assets } from '../assets.ts';
import { $symbol } from '../market-list.ts';
import { isLive } from '../prices.ts';
import type { LivePrice } from '../prices.ts';
import { $session } from '../session.ts';

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

/** The leverage that the form starts with: the last choice where it is allowed here, else the highest up to the usual. */
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
