import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../../src/server/environment.ts';
import { isTrial, readPayments } from '../../../src/server/payments/providers/payments-config.ts';

function read(env: Record<string, string>, currency = 'EUR') {
  const reader = readEnvironment(env);
  const { payments } = readPayments(reader, isTrial(reader, env.NODE_ENV ?? 'development'), currency);
  return { ...payments, faults: reader.faults };
}
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_test_1' };

describe('what the environment says about payments', () => {
  test.each([
    ['where there is no other provider', {}, true],
    ['not beside described ones', { PAYMENTS_FILE: 'p.json' }, false],
    ['not beside Stripe', stripe, false],
    ['not in production', { NODE_ENV: 'production' }, false],
    ['in production where it is asked for', { NODE_ENV: 'production', PAYMENTS_SANDBOX: 'on' }, true],
    ['on a plain address', { SITE_URL: 'http://localhost:4321' }, true],
    ['not on the internet', { SITE_URL: 'https://broker.example' }, false],
    ['on the internet where it is asked for', { SITE_URL: 'https://broker.example', PAYMENTS_SANDBOX: 'on' }, true],
    ['not where it is refused', { PAYMENTS_SANDBOX: 'off' }, false],
  ])('the simulated provider exists %s', (_when, env, sandbox) => {
    expect(read(env)).toMatchObject({ sandbox, faults: [] });
  });

  test('names the file, and a secret of each provider', () => {
    const env = { PAYMENTS_FILE: 'p.json', PAYMENT_SECRET_ACME_PAY: 'hush hush', PAYMENT_KEY_ACME_PAY: 'k' };
    const { file, secrets, keys, faults } = read(env);
    expect({ file, faults }).toEqual({ file: resolve('p.json'), faults: [] });
    expect([secrets.get('ACME_PAY'), keys.get('ACME_PAY')]).toEqual(['hush hush', 'k']);
  });

  test('wants both secrets of Stripe or none, and shows neither', () => {
    expect(read(stripe).stripe).toEqual({ secretKey: 'sk_test_1', webhookSecret: 'whsec_test_1', apiUrl: null });
    for (const [variable, value] of Object.entries(stripe)) {
      const { faults, ...rest } = read({ [variable]: value });
      expect(rest.stripe).toBeNull();
      expect(faults).toHaveLength(1);
      expect(JSON.stringify(faults)).not.toContain(value);
    }
  });

  test.each(['JPY', 'KWD', 'euro', ''])('refuses the currency %j, which has no hundredths', (currency) => {
    const expected = 'a currency of ISO 4217 with two decimals';
    expect(read({}, currency).faults).toEqual([{ variable: 'currency in src/brand.ts', expected, found: currency }]);
  });

  test.each(['EUR', 'USD', 'CHF'])('accepts the currency %s', (currency) => {
    expect(read({}, currency).faults).toEqual([]);
  });

  test('refuses values that make no sense', () => {
    expect(read({ MINIMUM_DEPOSIT: '300', MAXIMUM_DEPOSIT: '200' }).faults).toMatchObject([
      { variable: 'MAXIMUM_DEPOSIT', found: '200' },
    ]);
    expect(read({ PAYMENT_SECRET_ACME: 'short' }).faults).toMatchObject([{ variable: 'PAYMENT_SECRET_ACME' }]);
    expect(read({ BONUS_TURNOVER: 'x' }).faults).toHaveLength(1);
    expect(read({ BONUS_TURNOVER: '30' }).bonusTurnover).toBe(30);
  });
});
