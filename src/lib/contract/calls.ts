import * as z from 'zod/mini';
import { signInFields } from './accounts/account-fields.ts';
import { call } from './call.ts';
import * as endpoints from './endpoints.ts';
import {
  asset,
  balance,
  candle,
  closingReason,
  feed,
  popup,
  position,
  positionLists,
  receipt,
  user,
} from './entities.ts';
import {
  clientInfoText,
  day,
  email,
  flag,
  historySorts,
  ownToken,
  password,
  symbol,
  unixSeconds,
  uuid,
} from './fields.ts';
import { cmsForm, contactMessage, formName, humanToken } from './form-fields.ts';
import * as paymentEndpoints from './payments/payment-endpoints.ts';

const tokenBody = z.object({ token: ownToken });
const tokenQuery = z.object({ token: ownToken });
const nothing = z.null();

/** The resolutions that are stored. */
export const storedResolutions = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type StoredResolution = (typeof storedResolutions)[number];
/** From the finest to the coarsest. Those that are not stored are folded from those that are; 1M is a month. */
export const candleResolutions = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
export const candleResolution = z.enum(candleResolutions);
export type CandleResolution = z.infer<typeof candleResolution>;

export const login = call({
  name: 'login',
  summary:
    'Log in a customer. `recaptcha`: the reCAPTCHA token, or an empty string if the browser cannot get one; required if the broker uses reCAPTCHA. `device`: the device token from an earlier login, so that the server recognises this browser.',
  ...endpoints.login,
  audience: 'anyone',
  body: z.object({ email, password, info: clientInfoText, recaptcha: humanToken, ...signInFields }),
  data: z.object({ access_token: z.string(), user, device: z.string() }),
  problems: [
    'INVALID_CREDENTIALS',
    'ACCOUNT_BLOCKED',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_WRONG',
    'NOT_HUMAN',
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
  ],
});

export const logout = call({
  name: 'logout',
  summary: 'End the session of the bearer token.',
  ...endpoints.logout,
  audience: 'customer',
  data: nothing,
  problems: [],
});

export const getUser = call({
  name: 'getUser',
  summary: 'Get the customer.',
  ...endpoints.getUser,
  audience: 'customer',
  body: tokenBody,
  data: user,
  problems: [],
});

export const getBalance = call({
  name: 'getBalance',
  summary: 'Get the balance summary, all open positions and the 100 most recently closed ones.',
  ...paymentEndpoints.getBalance,
  audience: 'customer',
  isBackground: true,
  body: tokenBody,
  data: z.object({ balance, positions: positionLists }),
  problems: [],
});

export const getHistory = call({
  name: 'getHistory',
  summary:
    'List closed positions, one page at a time, optionally filtered by asset, closing reason or dates. `total` is the number of matches.',
  ...endpoints.getHistory,
  audience: 'customer',
  isBackground: true,
  body: z.object({
    token: ownToken,
    sort: z._default(z.enum(historySorts), 'close_date'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
    /** Counted from 1. */
    page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 50),
    symbol: z.optional(symbol),
    /** Only positions that were closed for this reason. */
    reason: z.optional(closingReason),
    /** The first and the last day (UTC) on which the positions were closed. */
    from: z.optional(day('From')),
    until: z.optional(day('Until')),
  }),
  data: z.object({ rows: z.array(position), total: z.number() }),
  problems: [],
});

export const getReceipt = call({
  name: 'getReceipt',
  summary: 'Get the quotes at which a position was opened and closed.',
  ...endpoints.getReceipt,
  audience: 'customer',
  body: z.object({ token: ownToken, id: uuid }),
  data: receipt,
  problems: ['POSITION_NOT_FOUND'],
});

export const setAutoTrading = call({
  name: 'setAutoTrading',
  summary:
    'Turn auto trading on (1) or off (0). When turned off, it opens no new positions, and positions it opened stay open. `consent`: the `version` of the rule that the customer has read and agrees to (`getAutoTrading`). Turning on without consent to the current rule, given now or earlier, fails with `CONSENT_REQUIRED`.',
  ...endpoints.setAutoTrading,
  audience: 'customer',
  body: z.object({ token: ownToken, auto_trading: flag, consent: z.optional(z.string().check(z.maxLength(200))) }),
  data: user,
  problems: ['CONSENT_REQUIRED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const getPopups = call({
  name: 'getPopups',
  summary: 'List the messages that the customer has not read yet, oldest first.',
  ...endpoints.getPopups,
  audience: 'customer',
  isBackground: true,
  body: tokenBody,
  data: z.array(popup),
  problems: [],
});

export const readPopup = call({
  name: 'readPopup',
  summary: 'Mark a message as read, so that it is not returned again. Idempotent.',
  ...endpoints.readPopup,
  audience: 'customer',
  body: z.object({ token: ownToken, id: uuid }),
  data: nothing,
  problems: ['NOT_FOUND'],
});

export const getAssets = call({
  name: 'getAssets',
  summary: 'List all assets, in the order of the market list.',
  ...endpoints.getAssets,
  audience: 'customer',
  isBackground: true,
  query: tokenQuery,
  data: z.array(asset),
  problems: [],
});

export const getCandles = call({
  name: 'getCandles',
  summary:
    'List the candles of an asset, oldest first. Returns up to 5,000 candles; if the range has more, the most recent ones. Times are UTC: weeks (`1w`) begin on Monday, months (`1M`) on the first.',
  ...endpoints.getCandles,
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
  summary: 'Get the source of the prices, so that a client can display it.',
  method: 'GET',
  path: '/api/get/feed',
  audience: 'anyone',
  data: feed,
  problems: [],
});

export const sendContactMessage = call({
  name: 'sendContactMessage',
  summary:
    'Send a contact message. Also accepts a plain HTML form post. A message repeated on the same day is stored once.',
  method: 'POST',
  path: '/api/contact',
  audience: 'anyone',
  acceptsForms: true,
  body: contactMessage,
  data: nothing,
  problems: ['NOT_HUMAN', 'TOO_MANY_REQUESTS'],
});

export const submitForm = call({
  name: 'submitForm',
  summary:
    'Submit a form defined in the content, compatible with Cockpit v1. A submission repeated on the same day is stored once.',
  method: 'POST',
  path: '/api/forms/submit/{form}',
  audience: 'anyone',
  acceptsForms: true,
  isBare: true,
  params: formName,
  body: cmsForm,
  data: z.object({ status: z.literal('success') }),
  problems: ['NOT_HUMAN', 'TOO_MANY_REQUESTS'],
});

export const calls = [
  login,
  logout,
  getUser,
  setAutoTrading,
  getBalance,
  getHistory,
  getReceipt,
  getPopups,
  readPopup,
  getAssets,
  getCandles,
  getFeed,
  sendContactMessage,
  submitForm,
] as const;
