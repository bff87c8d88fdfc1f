import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ProviderRequest } from '../../../../src/server/payments/drivers/call-provider.ts';
import { httpDescription } from '../../../../src/server/payments/drivers/http-description.ts';
import { createHttpDriver } from '../../../../src/server/payments/drivers/http-driver.ts';
import { readAmount, writeAmount } from '../../../../src/server/payments/drivers/provider-format.ts';

const transactionId = '6f1c1d9e-7a53-4a0e-9d5c-2f3b8e0c4a11';
const description = httpDescription.parse({
  unit: 'minor',
  start: {
    url: 'https://pay.example/start',
    encoding: 'json',
    headers: { 'x-merchant': '{merchant}' },
    fields: { sum: '{amount}', cur: '{currency}', order: '{order_id}', mail: '{email}' },
    sign: { algorithm: 'sha256', kind: 'hmac', in: 'field', name: 'hash', over: '{merchant}|{order_id}|{amount}' },
    redirect: 'data.url',
    reference: 'data.id',
  },
  webhook: {
    sign: { algorithm: 'sha256', kind: 'hmac', in: 'header', name: 'X-Signature', prefix: 'sha256=', over: 'body' },
    event: 'id',
    order: 'order',
    amount: 'sum',
    currency: 'cur',
    status: 'state',
    outcomes: { paid: ['DONE'], failed: ['NO', 'EXPIRED'], refunded: ['GIVEN_BACK'] },
  },
});
const order = {
  ...{ transactionId, amountMinor: 25_050, currency: 'EUR' },
  customer: {
    ...{ token: 't', firstName: 'Ada', lastName: 'Trader', email: 'ada@example.com', phone: null, country: 'GB' },
    ...{ city: null, street: null, zipCode: null, birthDate: null, language: 'en', ip: '192.0.2.1' },
  },
  ...{
    returnUrl: 'https://broker.example/payment/return',
    webhookUrl: 'https://broker.example/api/transaction/update/acme',
  },
};

const identity = { secret: 'hush', key: '', values: { merchant: 'm-7' } };

function driverThat(answer: unknown) {
  const asked: ProviderRequest[] = [];
  const call = (request: ProviderRequest) => {
    asked.push(request);
    return Promise.resolve(answer);
  };
  const driver = createHttpDriver({ description, identity, call });
  return { driver, asked };
}

describe('a described provider', () => {
  test('gets the amount in its unit, in its fields, signed by its scheme', async () => {
    const { driver, asked } = driverThat({ data: { url: 'https://pay.example/p/9', id: 9 } });
    expect(await driver.start(order)).toEqual({ reference: '9', redirectUrl: 'https://pay.example/p/9' });
    const [request] = asked;
    const hash = createHmac('sha256', 'hush').update(`m-7|${transactionId}|25050`).digest('hex');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      ...{ sum: '25050', cur: 'EUR', order: transactionId, mail: 'ada@example.com', hash },
    });
    expect(request?.headers).toMatchObject({ 'x-merchant': 'm-7', 'content-type': 'application/json' });
  });

  test.each([
    ['no page', { data: {} }],
    ['a script', { data: { url: 'javascript:alert(1)' } }],
    ['no object', null],
  ])('whose answer contains %s leads to no page', async (_what, answer) => {
    expect(await driverThat(answer).driver.start(order)).toMatchObject({ redirectUrl: null });
  });

  const body = (parts: object) =>
    Buffer.from(JSON.stringify({ id: 'e1', order: transactionId, sum: 25050, cur: 'eur', state: 'DONE', ...parts }));
  const signatureOf = (bytes: Buffer, key = 'hush') =>
    `sha256=${createHmac('sha256', key).update(bytes).digest('hex')}`;
  const read = (bytes: Buffer, signature?: string) =>
    driverThat(null).driver.readWebhook({ body: bytes, headers: { 'x-signature': signature } }, 0);

  test('is believed by its signature over the bytes', () => {
    const bytes = body({});
    expect(read(bytes, signatureOf(bytes))).toEqual({
      ...{ eventKey: 'e1', transactionId, reference: null, outcome: 'paid', amountMinor: 25_050, currency: 'EUR' },
    });
    expect(read(bytes, signatureOf(bytes, 'guessed'))).toBeNull();
    expect(read(bytes, undefined)).toBeNull();
    expect(read(body({ sum: 1 }), signatureOf(bytes))).toBeNull();
  });

  test.each([
    ['EXPIRED', 'failed'],
    ['LATER', 'waiting'],
  ])('that says %s means %s', (state, outcome) => {
    const bytes = body({ state });
    expect(read(bytes, signatureOf(bytes))).toMatchObject({ outcome });
  });

  test.each(['-25050', '25050'])('that %s was refunded is the same amount, with or without a sign', (sum) => {
    const bytes = body({ state: 'GIVEN_BACK', sum });
    expect(read(bytes, signatureOf(bytes))).toMatchObject({ outcome: 'refunded', amountMinor: 25_050 });
    expect(read(bytes, signatureOf(bytes)), 'and is told apart from an equal part').toMatchObject({ eventId: 'e1' });
    const unnamed = body({ state: 'GIVEN_BACK', sum, id: 'e\0' });
    expect(read(unnamed, signatureOf(unnamed))).toMatchObject({
      eventKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(read(unnamed, signatureOf(unnamed))).not.toHaveProperty('eventId');
    const taken = body({ sum: '-25050' });
    expect(() => read(taken, signatureOf(taken)), 'nothing is paid in below zero').toThrow();
  });

  test('distinguishes a forged report from one that cannot be understood', () => {
    for (const parts of [{ sum: '25.05' }, { order: 'x' }, { cur: null }, { cur: 'EU\0' }, { cur: '\ud800' }]) {
      const bytes = body(parts);
      expect(() => read(bytes, signatureOf(bytes))).toThrow();
    }
  });
});

test.each([
  [25_000, 'minor', '25000'],
  [25_000, 'major', '250.00'],
  [25_005, 'major', '250.05'],
] as const)('%i in %s units is %s, and back', (minor, unit, text) => {
  expect(writeAmount(minor, unit)).toBe(text);
  expect(readAmount(text, unit)).toBe(minor);
});

test.each([
  ['250', 'major', 25_000],
  ['250.5', 'major', 25_050],
  ['250.5000', 'major', 25_050],
  ['250.005', 'major', null],
  ['-1', 'minor', null],
  ['1e3', 'major', null],
  ['', 'minor', null],
] as const)('the amount %s in %s units is read as %s', (text, unit, minor) => {
  expect(readAmount(text, unit)).toBe(minor);
});
