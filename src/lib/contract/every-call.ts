import { accountCalls } from './accounts/account-calls.ts';
import { autoTradingCalls } from './accounts/auto-trading-calls.ts';
import { noticeCalls } from './accounts/notice-calls.ts';
import { signInCalls } from './accounts/sign-in-calls.ts';
import { affiliateCalls } from './affiliate/affiliate-calls.ts';
import { postbackCalls } from './affiliate/postback-calls.ts';
import type { Audience, Call, Endpoint } from './call.ts';
import { calls } from './calls.ts';
import { chartCalls } from './chart/chart-calls.ts';
import { cockpitCalls } from './cockpit-calls.ts';
import { paymentCalls } from './payments/payment-calls.ts';
import { getPerformance } from './performance-call.ts';

const typedCalls = [
  ...calls,
  getPerformance,
  ...chartCalls,
  ...signInCalls,
  ...accountCalls,
  ...noticeCalls,
  ...autoTradingCalls,
  ...paymentCalls,
  ...affiliateCalls,
  ...postbackCalls,
  ...cockpitCalls,
] as const;

/** Every HTTP call of the contract. */
export const everyCall: readonly Call[] = typedCalls;

/** Request and response types of the call to an endpoint, for the browser, which only knows its path. */
export type CallTo<To extends Endpoint> = TypesOf<Extract<(typeof typedCalls)[number], Endpoint<To['path']>>>;

type TypesOf<Of> =
  Of extends Call<infer Body, infer Query, infer Data, Audience, infer Params>
    ? { body: Body; query: Query; data: Data; params: Params }
    : never;
