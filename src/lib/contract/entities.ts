import * as z from 'zod/mini';
import { flag, instant } from './fields.ts';

/** What the calls return. Money in major units, rates as numbers, instants in ISO 8601 (UTC). */

/** The customer, with the specification's field names. `custom_leverage` and the documents are JSON text. */
export const user = z.object({
  token: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  birth_date: z.nullable(z.string()),
  country_id: z.nullable(z.number()),
  state: z.nullable(z.string()),
  city: z.nullable(z.string()),
  street: z.nullable(z.string()),
  zip_code: z.nullable(z.string()),
  pin: z.nullable(z.string()),
  level: z.nullable(z.string()),
  verified_account: flag,
  auto_trading: flag,
  custom_leverage: z.nullable(z.string()),
  assets_group_permission: z.array(z.number()),
  uniqid: z.string(),
  created_at: instant,
  doc_passport: z.string(),
  doc_address: z.string(),
  doc_funding_front: z.string(),
  doc_funding_back: z.string(),
  /** 1: the log-in asks for a code of the authenticator app. */
  second_factor: flag,
  /** When it was switched on; null if it is off. */
  second_factor_since: z.nullable(instant),
  /** 1: a deposit was credited, and was not reversed in full since. */
  has_deposit: flag,
  /** 1: a position was opened, whether it is still open or not. */
  has_traded: flag,
});
export type User = z.infer<typeof user>;

/**
 * An asset. `leverage` lists the leverages of its category, separated by commas. `suspended` 1: no new position can be
 * opened; open ones can be closed.
 */
export const asset = z.object({
  name: z.string(),
  symbol: z.string(),
  code: z.string(),
  asset_category_id: z.number(),
  position_assets_category: z.object({ name: z.string(), leverage: z.string() }),
  suspended: flag,
});
export type Asset = z.infer<typeof asset>;

/** `time` is the start of the bucket in unix seconds; the four rates are sell prices (bids). */
export const candle = z.object({
  time: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
});
export type Candle = z.infer<typeof candle>;

export const direction = z.enum(['buy', 'sell']);
export type Direction = z.infer<typeof direction>;

/** Why a position was closed, by index: Manually, Stop Loss, Take Profit, Low Margin, AI Trade. */
export const closingReason = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
export type ClosingReason = z.infer<typeof closingReason>;

/** A message to a customer. `content` is HTML, limited to the allow-list. */
export const popup = z.object({ id: z.string(), title: z.string(), content: z.string() });
export type Popup = z.infer<typeof popup>;

/** A position. `profit` is at the server's newest quote while it is open, and as posted once it is closed. */
export const position = z.object({
  id: z.string(),
  symbol: z.string(),
  symbolName: z.string(),
  direction,
  amount: z.number(),
  leverage: z.number(),
  open_rate: z.number(),
  open_date: instant,
  closed_rate: z.nullable(z.number()),
  close_date: z.nullable(instant),
  take_profit: z.nullable(z.number()),
  stop_lost: z.nullable(z.number()),
  profit: z.number(),
  protected: flag,
  closingReason: z.nullable(closingReason),
  /** 1: auto trading opened it. */
  auto: flag,
});
export type Position = z.infer<typeof position>;

/** `history`: the newest closed positions first, at most 100; `getHistory` returns all of them. */
export const positionLists = z.object({ open: z.array(position), history: z.array(position) });
export type PositionLists = z.infer<typeof positionLists>;

/**
 * The quote of a fill. `sequence` counts the quotes of its symbol since the server started; null for the made-up fills
 * of the demo data, which no feed quoted.
 */
export const quoteFacts = z.object({
  bid: z.number(),
  ask: z.number(),
  time: instant,
  sequence: z.nullable(z.number()),
  feed: z.string(),
});
export type QuoteFacts = z.infer<typeof quoteFacts>;

/**
 * One fill of a position. `quote` is null for positions older than the receipts feature: their quotes were not stored.
 */
export const fill = z.object({ rate: z.number(), time: instant, quote: z.nullable(quoteFacts) });
export type Fill = z.infer<typeof fill>;

/**
 * The quotes at which a position was opened and closed, so that its figures can be checked by hand. `after_jump` 1: it
 * was closed on the quote that confirmed a jump.
 */
export const receipt = z.object({ position, open: fill, close: z.nullable(fill), after_jump: flag });
export type Receipt = z.infer<typeof receipt>;

/** equity = balance + profit of open positions; freeMargin = balance − amounts of open positions. */
export const balance = z.object({
  balance: z.number(),
  equity: z.number(),
  freeMargin: z.number(),
  profit: z.number(),
});
export type Balance = z.infer<typeof balance>;

/**
 * Where prices come from: simulated, replayed from a recording, or live from a venue. Screens show it beside the
 * prices.
 */
export const priceOrigins = ['simulated', 'recorded', 'live'] as const;
/** `quote_max_age_ms`: an older quote fills nothing. */
export const feed = z.object({ name: z.string(), origin: z.enum(priceOrigins), quote_max_age_ms: z.number() });
export type FeedFacts = z.infer<typeof feed>;

/**
 * Both sides of a price: a customer buys at `buy` (ask) and sells at `sell` (bid). Zero: there is no price now.
 * `age_ms`: how old the price was when it was sent; null if there has been none since the server started. It is sent
 * only in a map of all symbols, and only from 1 s on.
 */
export const price = z.object({ buy: z.number(), sell: z.number(), age_ms: z.optional(z.nullable(z.number())) });
export const priceMap = z.record(z.string(), price);
export type PriceMap = z.infer<typeof priceMap>;
