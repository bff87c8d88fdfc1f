import type { Audience, Call } from './call.ts';
import type * as calls from './calls.ts';
import type { Emit } from './emits.ts';
import type * as emits from './emits.ts';

/**
 * What a browser needs of the contract: where a call or an emit goes, typed by it, without its schemas. The server checks
 * what comes; schemas that nobody runs would cost every screen 4 kB. A test holds these to the calls and emits themselves.
 */
export type Endpoint<Body, Query, Data, Params = unknown> = Pick<Call, 'method' | 'path'> &
  Partial<Pick<Call<Body, Query, Data, Audience, Params>, 'body' | 'query' | 'data' | 'params'>>;

/** An emit's name, typed by the emit. */
export type EmitName<Payload, Data> = Pick<Emit, 'event'> & Partial<Pick<Emit<Payload, Data>, 'payload' | 'data'>>;

export type EndpointOf<Of> =
  Of extends Call<infer Body, infer Query, infer Data, Audience, infer Params>
    ? Endpoint<Body, Query, Data, Params>
    : never;
type EmitNameOf<Of> = Of extends Emit<infer Payload, infer Data> ? EmitName<Payload, Data> : never;

export const login: EndpointOf<typeof calls.login> = { method: 'POST', path: '/api/accounts/login' };
export const logout: EndpointOf<typeof calls.logout> = { method: 'POST', path: '/api/accounts/logout' };
export const getUser: EndpointOf<typeof calls.getUser> = { method: 'POST', path: '/api/accounts/get' };
export const setAutoTrading: EndpointOf<typeof calls.setAutoTrading> = {
  method: 'POST',
  path: '/api/accounts/autoTrading',
};
export const getHistory: EndpointOf<typeof calls.getHistory> = { method: 'POST', path: '/api/accounts/history' };
export const getReceipt: EndpointOf<typeof calls.getReceipt> = { method: 'POST', path: '/api/accounts/receipt' };
export const getPopups: EndpointOf<typeof calls.getPopups> = { method: 'POST', path: '/api/accounts/popups' };
export const readPopup: EndpointOf<typeof calls.readPopup> = { method: 'POST', path: '/api/accounts/popup' };
export const getAssets: EndpointOf<typeof calls.getAssets> = { method: 'GET', path: '/api/get/assets' };
export const getCandles: EndpointOf<typeof calls.getCandles> = { method: 'GET', path: '/api/get/candles' };

export const openPosition: EmitNameOf<typeof emits.openPosition> = { event: 'openPosition' };
export const closePosition: EmitNameOf<typeof emits.closePosition> = { event: 'closePosition' };
export const updatePosition: EmitNameOf<typeof emits.updatePosition> = { event: 'updatePosition' };
export const getPositions: EmitNameOf<typeof emits.getPositions> = { event: 'positions' };
export const getBalanceSummary: EmitNameOf<typeof emits.getBalanceSummary> = { event: 'balance' };
