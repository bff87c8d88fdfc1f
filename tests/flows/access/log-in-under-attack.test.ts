import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import type { LogInTry } from './stranger.ts';
import { tryLogIn } from './stranger.ts';

/**
 * More than a thousand wrong log-ins with hashes at their real cost: strangers are refused, and the customer still gets
 * in.
 */

const leastGuesses = 1_000;
/** The number of concurrent attackers: more than the hash queue has slots, so that it stays full. */
const hammersAtOnce = 80;
/**
 * The most attempts that the owner may need on a new device. In trials every second or third attempt got through, the
 * owner's like the strangers', and the owner needed four.
 */
const mostTries = 50;

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
});
afterAll(() => shop.close());

const attacks = [
  {
    name: 'many networks at one email',
    guess: (guess: number) => ({ email: 'demo@example.com', from: `10.${guess % 250}.${Math.floor(guess / 250)}.1` }),
  },
  {
    name: 'one network at many emails',
    guess: (guess: number) => ({ email: `nobody-${guess}@example.com`, from: `203.0.113.${guess % 250}` }),
  },
];

/** Guesses until it is stopped and has made `leastGuesses` attempts; `full` resolves once an attempt is refused. */
function hammer(guess: (guess: number) => LogInTry) {
  const statuses: number[] = [];
  let made = 0;
  let isStopped = false;
  let fill = (): void => undefined;
  const full = new Promise<void>((tell) => (fill = tell));
  async function goOn(): Promise<void> {
    while (!isStopped || made < leastGuesses) {
      const { status, retryAfter } = await tryLogIn(shop, { ...guess(made++), password: 'wrong' });
      statuses.push(status);
      if (status !== 429) continue;
      expect(Number(retryAfter)).toBeGreaterThan(0);
      fill();
    }
  }
  const ended = Promise.all(Array.from({ length: hammersAtOnce }, goOn));
  return {
    full,
    async stop() {
      isStopped = true;
      await ended;
      return statuses;
    },
  };
}

describe.each(attacks)('a thousand wrong log-ins from $name', ({ guess }) => {
  test('are refused, while the owner gets in on a known and on a new device', async () => {
    const owner = { email: 'demo@example.com', from: '198.51.100.7' };
    const device = (await tryLogIn(shop, owner)).data!.device;
    const strangers = hammer(guess);
    await strangers.full;
    for (let times = 0; times < 3; times += 1)
      expect(await tryLogIn(shop, { ...owner, device })).toMatchObject({ status: 200, data: { device } });
    // A first attempt from a new device looks like a stranger's: it may be refused, but a retry is let in.
    let fresh = await tryLogIn(shop, owner);
    for (let tries = 1; fresh.status === 429 && tries < mostTries; tries += 1) fresh = await tryLogIn(shop, owner);
    expect(fresh.status).toBe(200);
    const statuses = await strangers.stop();
    expect(statuses.length).toBeGreaterThanOrEqual(leastGuesses);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  }, 240_000);
});
