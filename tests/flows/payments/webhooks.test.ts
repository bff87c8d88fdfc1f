import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhookPaths } from '../../../src/lib/contract/payments/payment-calls.ts';
import type { MoodyReport } from '../../support/payments/moody-provider.ts';
import { writeReport } from '../../support/payments/moody-provider.ts';
import { expectRefusal } from '../../support/wrong-values.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** Which requests are accepted as reports of a provider. */

let floor: PayingFloor;
let payer: Payer;
let order: string;

beforeAll(async () => {
  floor = await openPayingFloor();
  payer = await floor.payer();
  order = await payer.deposit();
});
afterAll(() => floor.close());

const paths = webhookPaths.map((path) => path.replace('{provider}', 'moody'));

interface Sent {
  body?: BodyInit;
  headers?: Record<string, string>;
}

async function post(path: string, sent: Sent): Promise<{ status: number; answer: unknown }> {
  const response = await fetch(`${floor.shop.url}${path}`, { method: 'POST', ...sent });
  return { status: response.status, answer: await response.json() };
}

async function countStored(): Promise<number> {
  const { rows } = await floor.shop.app.database.query<{ count: number }>(
    'select count(*)::int as count from payment_events',
  );
  return rows[0]?.count ?? NaN;
}

const waiting = (more: Partial<MoodyReport> = {}): MoodyReport => ({ order, status: 'waiting', ...more });

describe.each(paths)('%s', (path) => {
  test('accepts a signed report from any sender, once, and gives the same answer each time', async () => {
    const before = await countStored();
    const report = writeReport(waiting());
    const brought: Record<string, string>[] = [
      {},
      { origin: 'https://elsewhere.example' },
      { authorization: 'Bearer x' },
    ];
    for (const headers of brought) {
      const sent = { ...report, headers: { ...report.headers, ...headers } };
      expect(await post(path, sent)).toEqual({ status: 200, answer: { status: 'success', data: null } });
    }
    expect(await countStored()).toBe(before + 1);
  });

  test('makes the provider try again while the database is away', async () => {
    const { availability } = floor.shop.app.database;
    const report = writeReport(waiting());
    availability.fall('away');
    const away = await post(path, report);
    availability.rise();
    expect(away).toMatchObject({ status: 503, answer: { error: { code: 'UNAVAILABLE' } } });
    expect(await post(path, report)).toMatchObject({ status: 200 });
  });

  test('makes the provider try again while the database’s disk is full', async () => {
    const { query, availability } = floor.shop.app.database;
    const report = writeReport(waiting());
    await query(`
      create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before insert on payment_events execute function full_disk()`);
    const full = await post(path, report);
    await query('drop function full_disk cascade');
    availability.writesSucceed();
    expect(full).toMatchObject({ status: 503, answer: { error: { code: 'UNAVAILABLE' } } });
    expect(await post(path, report)).toMatchObject({ status: 200 });
  });

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png', 'text/x; y=z'])(
    'accepts it as %s',
    async (type) => {
      const report = writeReport(waiting());
      const sent = { ...report, headers: { ...report.headers, 'content-type': type } };
      expect((await post(path, sent)).status).toBe(200);
    },
  );

  test('accepts it as bytes without a type', async () => {
    const { body, headers } = writeReport(waiting());
    const { 'content-type': _none, ...others } = headers;
    expect((await post(path, { body: Buffer.from(body), headers: others })).status).toBe(200);
  });

  test.each<[string, () => Sent]>([
    ['signed by somebody else', () => writeReport(waiting({ status: 'paid' }), 'a guess')],
    ['not signed', () => ({ body: writeReport(waiting({ status: 'paid' })).body })],
    ['signed for another body', () => ({ ...writeReport(waiting()), body: writeReport(waiting()).body })],
    ['that is no JSON', () => ({ body: '<xml/>' })],
    ['without a body', () => ({})],
  ])('refuses one %s, and stores nothing of it', async (_what, sent) => {
    const before = await countStored();
    const { status, answer } = await post(path, sent());
    expect(status).toBe(401);
    expectRefusal(status, answer, 'UNAUTHENTICATED');
    await floor.shop.app.payments.work();
    expect(await countStored()).toBe(before);
    expect((await payer.show(order)).data?.transaction_status).toBe('pending');
  });

  test.each<[string, MoodyReport]>([
    ['no payment', { status: 'paid' }],
    ['an unreadable amount', { order: 'x', reference: 'x', status: 'paid', amount: 'a lot' }],
  ])('refuses a signed one that names %s, and stores nothing of it', async (_what, report) => {
    const before = await countStored();
    const { status, answer } = await post(path, writeReport(report));
    expectRefusal(status, answer, 'MALFORMED_REQUEST');
    expect(await countStored()).toBe(before);
  });

  test('refuses a body larger than any report', async () => {
    const { status, answer } = await post(path, { body: 'x'.repeat(256 * 1024 + 1) });
    expectRefusal(status, answer, 'BODY_TOO_LARGE');
  });

  test('answers no other method', async () => {
    const response = await fetch(`${floor.shop.url}${path}`);
    expectRefusal(response.status, await response.json(), 'METHOD_NOT_ALLOWED');
  });

  test.each(['nobody', 'sandbox', '..', '%00', 'x'.repeat(90)])('has no provider %j', async (name) => {
    const { status, answer } = await post(path.replace('moody', name), writeReport(waiting()));
    expectRefusal(status, answer, 'NOT_FOUND');
  });
});

test('two providers may give their reports the same id', async () => {
  const before = await countStored();
  const report = writeReport(waiting({ event: 'number 1' }));
  for (const path of paths) {
    await post(path, report);
    await post(path.replace('moody', 'moody-twin'), report);
  }
  expect(await countStored()).toBe(before + 2);
});

test('a forged report is logged without its content', async () => {
  floor.shop.log.length = 0;
  const forged = writeReport(waiting({ event: 'what it said' }), 'a guess');
  await post(paths[0] ?? '', forged);
  const warnings = floor.shop.log.filter(({ level }) => level === 'warn');
  expect(warnings).toEqual([
    expect.objectContaining({ msg: 'a report was not signed by its provider', provider: 'moody' }),
  ]);
  expect(JSON.stringify(floor.shop.log)).not.toMatch(new RegExp(`what it said|${order}|v1=`));
});
