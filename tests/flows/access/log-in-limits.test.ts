import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attemptAllowances } from '../../../src/server/throttle/attempt-limiter.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { givePassword, tryLogIn } from './stranger.ts';

/** A thousand wrong log-ins slow down the attacker, never the customer. */

const customers = ['demo', 'new', 'limited', 'lena.fischer', 'paul.wagner', 'marie.becker', 'jonas.keller'].map(
  (name) => `${name}@example.com`,
);
let shop: TestApp;
/** Each test uses its own customer and addresses, so that attempts counted in one do not affect the next. */
let turn = -1;
let email: string;
const owner = (index: number) => `198.51.100.${turn * 10 + index}`;
const hammer = () => `203.0.113.${turn + 1}`;

beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
  for (const customer of customers) await givePassword(shop, customer, 'demo1234');
});
afterAll(() => shop.close());
beforeEach(() => {
  turn += 1;
  email = customers[turn] ?? 'there are too few customers';
});

/**
 * Makes this many wrong log-ins. Returns how many were checked against the password; the others were refused before a
 * hash was computed.
 */
async function attack(tries: number, addressOf: (index: number) => string): Promise<number> {
  let checked = 0;
  const atOnce = 20;
  for (let first = 0; first < tries; first += atOnce) {
    const guesses = Array.from({ length: atOnce }, (_, index) =>
      tryLogIn(shop, { email, password: 'wrong', from: addressOf(first + index) }),
    );
    for (const { status, retryAfter } of await Promise.all(guesses)) {
      expect([401, 429]).toContain(status);
      if (status === 429) expect(Number(retryAfter)).toBeGreaterThan(0);
      if (status === 401) checked += 1;
    }
  }
  return checked;
}

async function knownDevice(): Promise<string> {
  const { status, data } = await tryLogIn(shop, { email, from: owner(1) });
  expect(status).toBe(200);
  return data!.device;
}

async function expectOwnerGetsIn(device: string): Promise<void> {
  const known = await tryLogIn(shop, { email, device, from: owner(2) });
  expect(known).toMatchObject({ status: 200, data: { device } });
  const fresh = await tryLogIn(shop, { email, from: owner(3) });
  expect(fresh.status).toBe(200);
  expect(fresh.data?.device).not.toBe(device);
}

describe('a thousand wrong log-ins', () => {
  test('from 200 networks: two attempts each plus sixty an hour are checked, and the customer gets in', async () => {
    const device = await knownDevice();
    const addressOf = (index: number) => `10.${index % 200}.0.1`;
    const half = await attack(500, addressOf);
    await expectOwnerGetsIn(device);
    const rest = await attack(500, addressOf);
    await expectOwnerGetsIn(device);
    const { email: hourly, emailAtAddressTight: tight } = attemptAllowances;
    expect(half + rest).toBeGreaterThan(hourly.points);
    expect(half + rest).toBeLessThanOrEqual(hourly.points + 200 * tight.points);
  }, 120_000);

  test('from 1,000 addresses of one network: thirty are checked, and the customer gets in', async () => {
    const device = await knownDevice();
    const addressOf = (index: number) => `2001:db8:7:${(index + 1).toString(16)}::1`;
    expect(await attack(1_000, addressOf)).toBe(attemptAllowances.emailAtNetwork.points);
    await expectOwnerGetsIn(device);
  }, 120_000);

  test('from one address: ten are checked, and the customer gets in, from that address with the known device', async () => {
    const device = await knownDevice();
    expect(await attack(1_000, hammer)).toBe(attemptAllowances.emailAtAddress.points);
    await expectOwnerGetsIn(device);
    expect((await tryLogIn(shop, { email, device, from: hammer() })).status).toBe(200);
    expect((await tryLogIn(shop, { email, from: hammer() })).status).toBe(429);
  }, 120_000);
});

describe('a known device', () => {
  test('belongs to one account and gives no advantage with another', async () => {
    const device = await knownDevice();
    email = customers.at(-1)!;
    await attack(20, hammer);
    expect((await tryLogIn(shop, { email, device, from: hammer() })).status).toBe(429);
  });

  test('has attempts of its own, which are also limited', async () => {
    const device = await knownDevice();
    const { points } = attemptAllowances.device;
    const guess = () => tryLogIn(shop, { email, password: 'wrong', device, from: owner(1) });
    for (let tried = 0; tried < points; tried += 1) expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
    expect((await tryLogIn(shop, { email, from: owner(1) })).status).toBe(200);
  });

  test('is one of at most twenty: the one used longest ago is forgotten', async () => {
    const first = await knownDevice();
    for (let later = 0; later < 20; later += 1) {
      shop.runtime.advance(1_000);
      await knownDevice();
    }
    expect(await devices()).toHaveLength(20);
    expect((await tryLogIn(shop, { email, device: first, from: owner(1) })).data?.device).not.toBe(first);
  });

  test('is stored only as a hash', async () => {
    const device = await knownDevice();
    const rows = await devices();
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain(device);
      expect(row).not.toContain(Buffer.from(device, 'base64url').toString('hex'));
    }
  });

  async function devices() {
    const { rows } = await shop.app.database.query<{ row: string }>(
      'select row_to_json(d)::text as row from devices d join accounts a on a.id = d.account_id where a.email = $1',
      [email],
    );
    return rows;
  }
});
