import * as z from 'zod/mini';
import { signInFields } from './accounts/account-fields.ts';
import { call } from './call.ts';
import * as endpoints from './endpoints.ts';
import { asset, balance, candle, feed, popup, position, positionLists, receipt, user } from './entities.ts';
import { clientInfoText, email, flag, historySorts, ownToken, password, symbol, unixSeconds, uuid } from './fields.ts';
import { cmsForm, contactMessage, formName, humanToken } from './form-fields.ts';
import * as paymentEndpoints from './payments/payment-endpoints.ts';

const tokenBody = z.object({ token: ownToken });
const tokenQuery = z.object({ token: ownToken });
const nothing = z.null();

export const candleResolutions = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export const candleResolution = z.enum(candleResolutions);
export type CandleResolution = z.infer<typeof candleResolution>;

export const login = call({
  name: 'login',
  summary:
    'Log a customer in. `recaptcha`, where it is asked for: a token, or empty where there is none to be had. `device`: what an earlier log-in answered, so that this browser is known.',
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
  summary: 'The customer, reloaded.',
  ...endpoints.getUser,
  audience: 'customer',
  body: tokenBody,
  data: user,
  problems: [],
});

export const getBalance = call({
  name: 'getBalance',
  summary: 'Balance summary and positions, of the closed ones the newest 100.',
  ...paymentEndpoints.getBalance,
  audience: 'customer',
  body: tokenBody,
  data: z.object({ balance, positions: positionLists }),
  problems: [],
});

export const getHistory = call({
  name: 'getHistory',
  summary: 'One page of the closed positions, and how many there are in all.',
  ...endpoints.getHistory,
  audience: 'customer',
  body: z.object({
    token: ownToken,
    sort: z._default(z.enum(historySorts), 'close_date'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
    /** Counted from 1. */
    page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 50),
  }),
  data: z.object({ rows: z.array(position), total: z.number() }),
  problems: [],
});

export const getReceipt = call({
  name: 'getReceipt',
  summary: 'The quotes that a position was opened and closed on.',
  ...endpoints.getReceipt,
  audience: 'customer',
  body: z.object({ token: ownToken, id: uuid }),
  data: receipt,
  problems: ['POSITION_NOT_FOUND'],
});

export const setAutoTrading = call({
  name: 'setAutoTrading',
  summary: 'Switch auto trading on (1) or off (0). Off: it opens nothing more, and what it opened stays.',
  ...endpoints.setAutoTrading,
  audience: 'customer',
  body: z.object({ token: ownToken, auto_trading: flag }),
  data: user,
  problems: ['TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const getPopups = call({
  name: 'getPopups',
  summary: 'The messages that the customer has not read yet, oldest first.',
  ...endpoints.getPopups,
  audience: 'customer',
  body: tokenBody,
  data: z.array(popup),
  problems: [],
});

export const readPopup = call({
  name: 'readPopup',
  summary: 'Mark a message read: it is not sent again. Safe to repeat.',
  ...endpoints.readPopup,
  audience: 'customer',
  body: z.object({ token: ownToken, id: uuid }),
  data: nothing,
  problems: ['NOT_FOUND'],
});

export const getAssets = call({
  name: 'getAssets',
  summary: 'All assets, in the order of the market list.',
  ...endpoints.getAssets,
  audience: 'customer',
  query: tokenQuery,
  data: z.array(asset),
  problems: [],
});

export const getCandles = call({
  name: 'getCandles',
  summary: 'Candles of one asset, oldest first, at most 5,000 and then the newest ones of the range.',
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
  summary: 'Where the prices come from, so that a screen can say so.',
  method: 'GET',
  path: '/api/get/feed',
  audience: 'anyone',
  data: feed,
  problems: [],
});

export const sendContactMessage = call({
  name: 'sendContactMessage',
  summary: 'Send the contact form, also as a page without scripts does. The same message twice on one day is one.',
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
  summary: 'Send a form of the content, as a client of Cockpit v1 does. The same message twice on one day is one.',
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
