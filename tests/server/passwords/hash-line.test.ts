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

/** A queue that runs one item at a time, and whose first item runs until the test releases it. */
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

test('a limited number run at a time', async () => {
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

test('a known customer goes before all strangers who came first', async () => {
  const line = heldLine();
  for (let place = 0; place < 20; place += 1) line.queue(`stranger ${place}`, stranger(place));
  line.queue('customer', placeOfCustomer('demo@example.com'));
  expect((await line.finish())[0]).toBe('customer');
});

test('many known customers leave strangers one turn in five', async () => {
  const line = heldLine();
  line.queue('stranger', stranger(1));
  for (let place = 0; place < 12; place += 1) line.queue('customer', placeOfCustomer(place));
  expect((await line.finish()).indexOf('stranger')).toBe(4);
});

test('log-ins of one account or network share its turns, in the order of their arrival', async () => {
  const strangers = heldLine();
  for (const name of ['one', 'two', 'three']) strangers.queue(name, stranger(1));
  strangers.queue('of another network', stranger(2));
  expect(await strangers.finish()).toEqual(['one', 'of another network', 'two', 'three']);
  const customers = heldLine();
  for (const name of ['one', 'two', 'three']) customers.queue(name, placeOfCustomer(1));
  customers.queue('of another account', placeOfCustomer(2));
  expect(await customers.finish()).toEqual(['one', 'of another account', 'two', 'three']);
});

test('a full queue refuses strangers, but never a known customer', async () => {
  const line = heldLine({ mostStrangers: 2 });
  for (let place = 1; place <= 4; place += 1) line.queue(`stranger ${place}`, stranger(place));
  for (let place = 1; place <= 4; place += 1) line.queue('customer', placeOfCustomer('demo@example.com'));
  const order = await line.finish();
  expect(order.filter((name) => name === 'customer')).toHaveLength(4);
  expect(order.filter((name) => name.endsWith('sent away'))).toEqual(['stranger 3 sent away', 'stranger 4 sent away']);
});

test('the number of waiting log-ins of an account is limited, without a loss for others', async () => {
  const line = heldLine();
  for (let come = 0; come < 30; come += 1) line.queue('own', placeOfKnownDevice('own@example.com'));
  line.queue('other', placeOfKnownDevice('other@example.com'));
  const order = await line.finish();
  expect(order.filter((name) => name === 'own sent away')).toHaveLength(10);
  expect(order.indexOf('other')).toBeLessThanOrEqual(order.indexOf('own') + 1);
  expect(order.filter((name) => name === 'other')).toHaveLength(1);
});

test('in a full queue a newcomer of another network gets the last slot of the network with the most', async () => {
  const line = heldLine({ mostStrangers: 3 });
  for (const name of ['one', 'two', 'three', 'four']) line.queue(name, stranger(1));
  line.queue('owner', stranger(2));
  expect(await line.finish()).toEqual(['four sent away', 'three sent away', 'one', 'owner', 'two']);
});

test('failing work lets the next one run, and fails for its caller', async () => {
  const line = createHashLine({ mostAtOnce: 1 });
  const failing = line.run(stranger(1), () => Promise.reject(new Error('no memory')));
  const next = line.run(stranger(1), () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no memory');
  expect(await next).toBe('done');
});

test('a refusal says when to try again', () => {
  expect(refuseForLine().problem).toEqual({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 2 });
});
