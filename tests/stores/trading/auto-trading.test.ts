import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $session, replaceUser } from '../../../src/stores/session.ts';
import { $autoTradingSwitch, $isAutoTrading, switchAutoTrading } from '../../../src/stores/trading/auto-trading.ts';
import { demoUser } from '../../support/demo-user.ts';

let bodies: unknown[];

/** A server that answers on demand: with the user, or not at all. */
function stubServer(): { answer: (state: 0 | 1) => void; vanish: () => void } {
  const answering = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(body as string));
    return answering.promise;
  });
  return {
    answer: (auto_trading) =>
      answering.resolve(Response.json({ status: 'success', data: { ...demoUser, auto_trading } })),
    vanish: () => answering.reject(new TypeError('no network')),
  };
}

beforeEach(() => {
  bodies = [];
  $session.set({ access_token: 'secret', user: demoUser });
  $autoTradingSwitch.set('settled');
});
afterEach(() => vi.unstubAllGlobals());

test('is on once the server confirms it, and is requested only once meanwhile', async () => {
  const server = stubServer();
  const switching = switchAutoTrading(true);
  await switchAutoTrading(true);
  expect([$isAutoTrading.get(), $autoTradingSwitch.get()]).toEqual([false, 'pending']);
  server.answer(1);
  await switching;
  expect([$isAutoTrading.get(), $autoTradingSwitch.get()]).toEqual([true, 'settled']);
  expect(bodies).toEqual([{ auto_trading: 1 }]);
});

test('stays unchanged if the server does not answer, until a later request is confirmed', async () => {
  const first = stubServer();
  const switching = switchAutoTrading(true);
  first.vanish();
  await switching;
  expect([$isAutoTrading.get(), $autoTradingSwitch.get()]).toEqual([false, 'failed']);
  const second = stubServer();
  second.answer(1);
  await switchAutoTrading(true);
  expect([$isAutoTrading.get(), $autoTradingSwitch.get()]).toEqual([true, 'settled']);
});

test('an unconfirmed switch is settled by a push with the same value, before or after', async () => {
  const stop = $autoTradingSwitch.listen(() => undefined);
  for (const isPushedFirst of [true, false]) {
    $session.set({ access_token: 'secret', user: demoUser });
    const server = stubServer();
    const switching = switchAutoTrading(true);
    if (isPushedFirst) replaceUser({ ...demoUser, auto_trading: 1 });
    server.vanish();
    await switching;
    expect($autoTradingSwitch.get()).toBe(isPushedFirst ? 'settled' : 'failed');
    replaceUser(demoUser);
    expect($autoTradingSwitch.get()).toBe(isPushedFirst ? 'settled' : 'failed');
    replaceUser({ ...demoUser, auto_trading: 1 });
    expect($autoTradingSwitch.get()).toBe('settled');
  }
  stop();
});

test('follows what another page or the operator changed', () => {
  replaceUser({ ...demoUser, auto_trading: 1 });
  expect($isAutoTrading.get()).toBe(true);
  $session.set(null);
  expect($isAutoTrading.get()).toBe(false);
});
