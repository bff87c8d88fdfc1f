import { expect, test } from 'vitest';
import type { HashPlace } from '../../../src/server/passwords/hash-line.ts';
import {
  createHashLine,
  isLineFull,
  placeOfCustomer,
  placeOfKnownDevice,
  placeOfStranger,
  refuseForLine,
} from '../../../src/server/passwords/hash-line.ts';

/** A line in which one at a time is at work, and that one for as long as the test wants. */
function heldLine(options: Parameters<typeof createHashLine>[0] = {}) {
  const line = createHashLine({ mostAtOnce: 1, ...options });
  const order: string[] = [];
  let release = (): void => undefined;
  const held = line.run(placeOfCustomer('the first'), () => new Promise<void>((done) => (release = done)));
  const queued: Promise<unknown>[] = [held];
  return {
    queue(name: string, place: HashPlace) {
      const ran = line.run(place, () => Promise.resolve(order.push(name)));
      queued.push(ran.catch((fault: unknown) => order.push(isLineFull(fault) ? `${name} sent away` : String(fault))));
    },
    async finish() {
      await Promise.resolve();
      release();
      await Promise.all(queued);
      return order;
    },
  };
}

const stranger = (network: number) => placeOfStranger(`203.0.${network}.7`);

test('so many are at work at a time', async () => {
  const line = createHashLine({ mostAtOnce: 2 });
  let [now, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, (now += 1));
    await new Promise((done) => setImmediate(done));
    now -= 1;
  };
  await Promise.all(Array.from({ length: 9 }, () => line.run(stranger(1), work)));
  expect([now, most]).toEqual([0, 2]);
});

test('a customer who is known goes before all strangers that came first', async () => {
  const line = heldLine();
  for (let place = 0; place < 20; place += 1) line.queue(`stranger ${place}`, stranger(place));
  line.queue('customer', placeOfCustomer('demo@example.com'));
  expect((await line.finish())[0]).toBe('customer');
});

test('many who are known leave strangers a turn in five', async () => {
  const line = heldLine();
  line.queue('stranger', stranger(1));
  for (let place = 0; place < 12; place += 1) line.queue('customer', placeOfCustomer(place));
  expect((await line.finish()).indexOf('stranger')).toBe(4);
});

test('who shares an account or a network shares its turns, each in the order in which they came', async () => {
  const strangers = heldLine();
  for (const name of ['one', 'two', 'three']) strangers.queue(name, stranger(1));
  strangers.queue('of another network', stranger(2));
  expect(await strangers.finish()).toEqual(['one', 'of another network', 'two', 'three']);
  const customers = heldLine();
  for (const name of ['one', 'two', 'three']) customers.queue(name, placeOfCustomer(1));
  customers.queue('of another account', placeOfCustomer(2));
  expect(await customers.finish()).toEqual(['one', 'of another account', 'two', 'three']);
});

test('a full line sends strangers away, and never a customer who is known', async () => {
  const line = heldLine({ mostStrangers: 2 });
  for (let place = 1; place <= 4; place += 1) line.queue(`stranger ${place}`, stranger(place));
  for (let place = 1; place <= 4; place += 1) line.queue('customer', placeOfCustomer('demo@example.com'));
  const order = await line.finish();
  expect(order.filter((name) => name === 'customer')).toHaveLength(4);
  expect(order.filter((name) => name.endsWith('sent away'))).toEqual(['stranger 3 sent away', 'stranger 4 sent away']);
});

test('of one account so many log-ins wait, which takes no place from another', async () => {
  const line = heldLine();
  for (let come = 0; come < 30; come += 1) line.queue('own', placeOfKnownDevice('own@example.com'));
  line.queue('other', placeOfKnownDevice('other@example.com'));
  const order = await line.finish();
  expect(order.filter((name) => name === 'own sent away')).toHaveLength(10);
  expect(order.indexOf('other')).toBeLessThanOrEqual(order.indexOf('own') + 1);
  expect(order.filter((name) => name === 'other')).toHaveLength(1);
});

test('in a full line somebody of another network takes the last place of the one that has most', async () => {
  const line = heldLine({ mostStrangers: 3 });
  for (const name of ['one', 'two', 'three', 'four']) line.queue(name, stranger(1));
  line.queue('owner', stranger(2));
  expect(await line.finish()).toEqual(['four sent away', 'three sent away', 'one', 'owner', 'two']);
});

test('work that fails leaves its turn to the next, and fails for whoever wanted it', async () => {
  const line = createHashLine({ mostAtOnce: 1 });
  const failing = line.run(stranger(1), () => Promise.reject(new Error('no memory')));
  const next = line.run(stranger(1), () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no memory');
  expect(await next).toBe('done');
});

test('whoever is sent away is told when to come again', () => {
  expect(refuseForLine().problem).toEqual({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 2 });
});
