import * as z from 'zod/mini';
import * as endpoints from './endpoints.ts';
import { balance, direction, position, positionLists } from './entities.ts';
import { amount, ownToken, rate, symbol, uuid } from './fields.ts';
import type { ProblemCode } from './problem.ts';

/** One emit of the customer's socket: its payload, and the data of its acknowledgement. */
export interface Emit<Payload = unknown, Data = unknown, Event extends string = string> {
  event: Event;
  summary: string;
  payload: z.ZodMiniType<Payload>;
  data: z.ZodMiniType<Data>;
  problems: readonly ProblemCode[];
}

function emit<Payload, Data, Event extends string>(definition: Emit<Payload, Data, Event>): Emit<Payload, Data, Event> {
  return definition;
}

const dataUser = z.optional(z.object({ token: ownToken }));
/** A level at which a position closes by itself: null removes it, undefined leaves it unchanged. */
const level = z.optional(z.nullable(rate));
const leverage = z.int({ error: 'Leverage is required' }).check(z.minimum(1), z.maximum(1000));

export const openPosition = emit({
  ...endpoints.openPosition,
  summary:
    'Open a position at the server’s current quote. `price` is the price that the trader saw; if the quote has moved too far from it, the order is refused. `request_id` makes the emit idempotent.',
  payload: z.object({
    dataUser,
    direction,
    amount,
    leverage,
    price: rate,
    symbol,
    request_id: z.optional(uuid),
    stop_lost: level,
    take_profit: level,
  }),
  data: position,
  problems: [
    'UNKNOWN_SYMBOL',
    'ACCOUNT_BLOCKED',
    'NOT_VERIFIED',
    'NO_ACCESS',
    'ASSET_SUSPENDED',
    'LEVERAGE_NOT_ALLOWED',
    'TOO_MANY_POSITIONS',
    'INSUFFICIENT_MARGIN',
    'UNAVAILABLE',
    'PRICE_MOVED',
  ],
});

export const closePosition = emit({
  ...endpoints.closePosition,
  summary: 'Close an open position at the server’s current quote.',
  payload: z.object({ dataUser, id: uuid, price: rate }),
  data: position,
  problems: ['POSITION_NOT_FOUND', 'POSITION_CLOSED', 'UNAVAILABLE', 'PRICE_MOVED'],
});

export const updatePosition = emit({
  ...endpoints.updatePosition,
  summary:
    'Set, change or remove (null) the stop loss and take profit of an open position. Omitted levels stay unchanged.',
  payload: z.object({ dataUser, id: uuid, stop_lost: level, take_profit: level }),
  data: position,
  problems: ['POSITION_NOT_FOUND', 'POSITION_CLOSED', 'UNAVAILABLE'],
});

export const getPositions = emit({
  ...endpoints.getPositions,
  summary: 'Get open positions and history.',
  payload: z.optional(z.nullable(z.object({ dataUser }))),
  data: positionLists,
  problems: [],
});

export const getBalanceSummary = emit({
  ...endpoints.getBalanceSummary,
  summary: 'Get the balance summary.',
  payload: z.optional(z.nullable(z.object({ dataUser }))),
  data: balance,
  problems: [],
});

export const emits = [openPosition, closePosition, updatePosition, getPositions, getBalanceSummary] as const;

/** The name of an emit. */
export type EmitName = Pick<Emit, 'event'>;

/** The payload and acknowledgement of an emit, for the browser, which only knows its name. */
export type EmitTo<Name extends EmitName> = TypesOf<Extract<(typeof emits)[number], Pick<Name, 'event'>>>;

type TypesOf<Of> = Of extends Emit<infer Payload, infer Data> ? { payload: Payload; data: Data } : never;
