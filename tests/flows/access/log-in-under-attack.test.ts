import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import type { LogInTry } from './stranger.ts';
import { tryLogIn } from './stranger.ts';

/**
 * A thousand wrong log-ins, and more, whose hashes cost what they cost: strangers are sent away, the customer gets in
 * meanwhile.
 */

const leastGuesses = 1_000;
/** More than the line has places, so that it is full all the time. */
const hammersAtOnce = 80;
/**
 * Of the strangers' tries meanwhile one in two or three got as far as its hash, and the owner's are no worse: four were
 * needed.
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

/** Guesses until it is told to stop, and has made the least; `full` once one was sent away. */
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
  test('are sent away, while the owner gets in on a device that is known and on a new one', async () => {
    const owner = { email: 'demo@example.com', from: '198.51.100.7' };
    const device = (await tryLogIn(shop, owner)).data!.device;
    const strangers = hammer(guess);
    await strangers.full;
    for (let times = 0; times < 3; times += 1)
      expect(await tryLogIn(shop, { ...owner, device })).toMatchObject({ status: 200, data: { device } });
    // Nobody can tell a first try from a stranger's: it may be told to come again, and is let in when it does.
    let fresh = await tryLogIn(shop, owner);
    for (let tries = 1; fresh.status === 429 && tries < mostTries; tries += 1) fresh = await tryLogIn(shop, owner);
    expect(fresh.status).toBe(200);
    const statuses = await strangers.stop();
    expect(statuses.length).toBeGreaterThanOrEqual(leastGuesses);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  }, 240_000);
});
