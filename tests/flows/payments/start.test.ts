import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Mood } from '../../support/payments/moody-provider.ts';
import { answerJson, friendly } from '../../support/payments/moody-provider.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** Asking a provider for the page to pay on, also if the provider misbehaves. */

let floor: PayingFloor;
let payer: Payer;
let before: number;

beforeAll(async () => {
  floor = await openPayingFloor({
    ...{ PAYMENT_TIMEOUT_MS: '500', SITE_URL: 'https://broker.example', API_URL: 'https://api.broker.example' },
  });
  payer = await floor.payer();
  before = await payer.balance();
});
afterEach(async () => {
  floor.provider.mood = friendly;
  expect(await payer.balance()).toBe(before);
  expect(await floor.booksHold()).toBe(true);
});
afterAll(() => floor.close());

const askedFor = (order: string) => floor.provider.asked.filter((asked) => asked.order === order);

test('the provider is told the customer, the amount, where to send the customer back and where to report', async () => {
  const order = await payer.deposit({ amount: 300.5 });
  expect(askedFor(order)).toEqual([]);
  await payer.send(order, { lang: 'de' });
  expect(askedFor(order)).toEqual([
    {
      ...{ order, amount: '300.50', currency: 'EUR' },
      back: `https://broker.example/de/payment/return?transaction=${order}`,
      hook: 'https://api.broker.example/api/transaction/update/moody',
      customer: expect.objectContaining({ language: 'de', email: 'demo@example.com' }) as unknown,
    },
  ]);
});

test('a repeat leads to the same page without asking again', async () => {
  const order = await payer.deposit();
  const [first, second] = [await payer.send(order), await payer.send(order)];
  expect(first.data?.redirect_url).toContain(order);
  expect(second).toEqual(first);
  expect(askedFor(order)).toHaveLength(1);
});

test('two at once lead to one page', async () => {
  const order = await payer.deposit();
  const answers = await Promise.all([1, 2, 3, 4].map(() => payer.send(order)));
  expect(new Set(answers.map(({ data }) => data?.redirect_url)).size).toBe(1);
  expect((await payer.send(order)).data).toEqual(answers[0]?.data);
});

test('a deposit that is cancelled while the provider is asked leads nowhere, and its page is not stored', async () => {
  const order = await payer.deposit();
  floor.provider.mood = async (asked, response) => {
    await payer.cancel(order);
    friendly(asked, response);
  };
  expect(await payer.send(order)).toMatchObject({ status: 409, code: 'TRANSACTION_CLOSED' });
  const text = 'select reference, redirect_url as "redirectUrl" from payments where transaction_id = $1';
  const { rows } = await floor.shop.app.database.query(text, [order]);
  expect(rows).toEqual([{ reference: `ref-${order}`, redirectUrl: null }]);
});

const answers =
  (answer: unknown, status = 200): Mood =>
  (_order, response) => {
    response.statusCode = status;
    answerJson(response, answer);
  };

describe('a provider that', () => {
  test.each<[string, Mood]>([
    ['does not answer', () => undefined],
    ['hangs up', (_order, response) => response.destroy()],
    ['answers with a fault', answers({ url: 'https://pay.example/' }, 500)],
    ['answers a page instead of JSON', (_order, response) => response.end('<!doctype html><title>Sorry</title>')],
    [
      'answers half of the JSON',
      (_order, response) => response.writeHead(200, { 'content-length': 99 }).write('{"url":'),
    ],
    ['redirects elsewhere', (_order, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ])('%s makes it unavailable, and can be asked again', async (_what, mood) => {
    const order = await payer.deposit();
    floor.provider.mood = mood;
    expect(await payer.send(order)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect((await payer.show(order)).data).toMatchObject({ transaction_status: 'pending', cancellable: 1 });
    floor.provider.mood = friendly;
    expect((await payer.send(order)).data?.redirect_url).toContain(order);
  });

  test.each<[string, unknown]>([
    ['no page', { id: 'ref' }],
    ['a script as the page', { url: 'javascript:alert(1)' }],
    ['an invalid address as the page', { url: 'pay.example/' }],
    ['another value as the page', { url: { href: 'https://pay.example/' } }],
  ])('names %s leads nowhere, and can be asked again', async (_what, answer) => {
    const order = await payer.deposit();
    floor.provider.mood = answers({ id: `ref-${order}`, ...(answer as object) });
    expect(await payer.send(order)).toEqual({ status: 200, data: { redirect_url: null } });
    floor.provider.mood = friendly;
    expect((await payer.send(order)).data?.redirect_url).toContain(order);
  });

  test('gives another name for the payment when it is asked again can report by that name', async () => {
    const order = await payer.deposit();
    floor.provider.mood = answers({ id: `first-${order}` });
    await payer.send(order);
    floor.provider.mood = answers({ id: `second-${order}`, url: 'https://pay.example/' });
    await payer.send(order);
    await floor.report({ reference: `second-${order}`, status: 'failed' });
    expect((await payer.show(order)).data?.transaction_status).toBe('declined');
  });

  test('gives two payments the same name is refused for the second', async () => {
    floor.provider.mood = answers({ id: 'the only one', url: 'https://pay.example/' });
    const [first, second] = [await payer.deposit(), await payer.deposit()];
    expect((await payer.send(first)).status).toBe(200);
    expect(await payer.send(second)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  });
});

describe('no provider is asked about', () => {
  test('a deposit at another provider’s address, or at an unknown one', async () => {
    const order = await payer.deposit();
    for (const provider of ['moody-twin', 'nobody', 'Moody']) {
      expect(await payer.send(order, { provider })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    expect(askedFor(order)).toEqual([]);
  });

  test('an unknown or malformed transaction id', async () => {
    expect((await payer.send('00000000-0000-4000-8000-000000000000')).code).toBe('NOT_FOUND');
    expect((await payer.send('nonsense')).code).toBe('VALIDATION');
  });
});
