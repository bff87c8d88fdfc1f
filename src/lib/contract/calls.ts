import * as z from 'zod/mini';
import { asset, balance, candle, feed, positionLists, user } from './entities.ts';
import { clientInfoText, email, ownToken, password, symbol } from './fields.ts';
import type { ProblemCode } from './problem.ts';

/** Whose bearer token opens a call. */
export type Audience = 'anyone' | 'customer' | 'affiliate';

/** One HTTP call of the contract: the server validates by it, the client is typed by it, OpenAPI is made from it. */
export interface Call<Body = unknown, Query = unknown, Data = unknown, Opener extends Audience = Audience> {
  name: string;
  summary: string;
  method: 'GET' | 'POST';
  path: `/api/${string}`;
  audience: Opener;
  body?: z.ZodMiniType<Body>;
  query?: z.ZodMiniType<Query>;
  data: z.ZodMiniType<Data>;
  /** The problems of its own; those that any call can meet are added where it is documented. */
  problems: readonly ProblemCode[];
}

function call<Body, Query, Data, Opener extends Audience>(
  definition: Call<Body, Query, Data, Opener>,
): Call<Body, Query, Data, Opener> {
  return definition;
}

const tokenBody = z.object({ token: ownToken });
const tokenQuery = z.object({ token: ownToken });
const nothing = z.null();

export const candleResolutions = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export const candleResolution = z.enum(candleResolutions);
export type CandleResolution = z.infer<typeof candleResolution>;

const unixSeconds = z.coerce
  .number({ error: 'Must be a time in unix seconds' })
  .check(z.int(), z.minimum(0), z.maximum(100_000_000_000));

export const login = call({
  name: 'login',
  summary: 'Log a customer in.',
  method: 'POST',
  path: '/api/accounts/login',
  audience: 'anyone',
  body: z.object({ email, password, info: clientInfoText }),
  data: z.object({ access_token: z.string(), user }),
  problems: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
});

export const logout = call({
  name: 'logout',
  summary: 'End the session of the bearer token.',
  method: 'POST',
  path: '/api/accounts/logout',
  audience: 'customer',
  data: nothing,
  problems: [],
});

export const getUser = call({
  name: 'getUser',
  summary: 'The customer, reloaded.',
  method: 'POST',
  path: '/api/accounts/get',
  audience: 'customer',
  body: tokenBody,
  data: user,
  problems: [],
});

export const getBalance = call({
  name: 'getBalance',
  summary: 'Balance summary and positions.',
  method: 'POST',
  path: '/api/accounts/getBalance',
  audience: 'customer',
  body: tokenBody,
  data: z.object({ balance, positions: positionLists }),
  problems: [],
});

export const getAssets = call({
  name: 'getAssets',
  summary: 'All assets, in the order of the market list.',
  method: 'GET',
  path: '/api/get/assets',
  audience: 'customer',
  query: tokenQuery,
  data: z.array(asset),
  problems: [],
});

export const getCandles = call({
  name: 'getCandles',
  summary: 'Candles of one asset, oldest first, at most 5,000 and then the newest ones of the range.',
  method: 'GET',
  path: '/api/get/candles',
  audience: 'anyone',
  query: z.object({
    symbol,
    resolution: candleResolution,
    from: unixSeconds,
    to: unixSeconds,
  }),
  data: z.array(candle),
  problems: ['UNKNOWN_SYMBOL', 'TOO_MANY_REQUESTS'],
});

export const getFeed = call({
  name: 'getFeed',
  summary: 'Where the prices come from, so that a screen can say so.',
  method: 'GET',
  path: '/api/get/feed',
  audience: 'anyone',
  data: feed,
  problems: [],
});

export const calls = [login, logout, getUser, getBalance, getAssets, getCandles, getFeed] as const;
