import { expect, test } from 'vitest';
import type { PaymentMethod } from '../../../src/lib/contract/payments/payment-entities.ts';
import { refuseSimulatedMarket } from '../../../src/server/payments/open-payments.ts';
import { createTestApp } from '../../support/test-app.ts';

const shown = { method: 1, kind: 'send', provider: 'northpay', label: 'Card', labels: {}, icon: 'card' } as const;
const provider = (name: string, simulated: PaymentMethod['simulated']) => ({ name, shown: { ...shown, simulated } });
const [real, sandbox] = [provider('northpay', 0), provider('sandbox', 1)];

function start(origin: 'simulated' | 'recorded' | 'live', allowSimulatedMarket: boolean, providers = [sandbox, real]) {
  return () => refuseSimulatedMarket({ allowSimulatedMarket }, { origin }, providers);
}

test.each(['simulated', 'recorded'] as const)(
  'real money is not accepted on %s prices unless that is allowed',
  (origin) => {
    const reason = `ALLOW_SIMULATED_MARKET: expected on, because the prices are ${origin} and customers pay by northpay, found off`;
    expect(start(origin, false)).toThrow(reason);
    expect(start(origin, true)).not.toThrow();
    expect(start(origin, false, [sandbox])).not.toThrow();
    expect(start(origin, false, [])).not.toThrow();
  },
);

test('real money is accepted on live prices', () => {
  expect(start('live', false)).not.toThrow();
});

test('the server does not start with a usable provider on simulated prices, and names it', async () => {
  const env = { PAYMENTS_FILE: 'docs/payments.example.json' };
  await expect(createTestApp({ env })).rejects.toThrow(
    /^ALLOW_SIMULATED_MARKET: .* customers pay by .*transfer, found off$/,
  );
});
