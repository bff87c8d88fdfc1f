import { expect, test } from 'vitest';
import * as calls from '../../../src/lib/contract/calls.ts';
import * as emits from '../../../src/lib/contract/emits.ts';
import * as endpoints from '../../../src/lib/contract/endpoints.ts';

test.each(['login', 'logout', 'getUser', 'getAssets', 'getCandles'] as const)('%s goes where its call is', (name) => {
  const { method, path } = calls[name];
  expect(endpoints[name]).toEqual({ method, path });
});

test.each(['openPosition', 'closePosition', 'getPositions', 'getBalanceSummary'] as const)(
  '%s is named as its emit',
  (name) => {
    expect(endpoints[name]).toEqual({ event: emits[name].event });
  },
);
