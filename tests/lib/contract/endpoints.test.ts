import { expect, test } from 'vitest';
import * as accountEndpoints from '../../../src/lib/contract/accounts/account-endpoints.ts';
import * as affiliateEndpoints from '../../../src/lib/contract/affiliate/affiliate-endpoints.ts';
import * as paymentEndpoints from '../../../src/lib/contract/payments/payment-endpoints.ts';
import * as statementEndpoints from '../../../src/lib/contract/payments/statement-endpoints.ts';
import * as emits from '../../../src/lib/contract/emits.ts';
import * as endpoints from '../../../src/lib/contract/endpoints.ts';
import { everyCall } from '../../../src/lib/contract/every-call.ts';

const all = { ...endpoints, ...accountEndpoints, ...paymentEndpoints, ...statementEndpoints, ...affiliateEndpoints };
const goesByHttp = Object.entries(all).filter(([, endpoint]) => 'path' in endpoint);

test.each(goesByHttp)('%s goes where its call is', (name, endpoint) => {
  const call = everyCall.find((one) => one.name === name);
  expect(endpoint).toEqual({ method: call?.method, path: call?.path });
});

test.each(['openPosition', 'closePosition', 'getPositions', 'getBalanceSummary'] as const)(
  '%s is named as its emit',
  (name) => {
    expect(endpoints[name]).toEqual({ event: emits[name].event });
  },
);
