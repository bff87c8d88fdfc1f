import { expect, test } from 'vitest';
import type { HashSlot } from '../../../src/server/passwords/hash-queue.ts';
import {
  createHashQueue,
  isQueueFull,
  customerSlot,
  slotOfKnownDevice,
  strangerSlot,
  refuseForQueue,
} from '../../../src/server/passwords/hash-queue.ts';

/** A queue that runs one item at a time, and whose first item runs until the test releases it. */
function heldQueue(options: Parameters<typeof createHashQueue>[0] = {}) {
  const queue = createHashQueue({ mostAtOnce: 1, ...options });
  const order: string[] = [];
  let release = (): void => undefined;
  const held = queue.run(customerSlot('the first'), () => new Promise<void>((done) => (release = done)));
  const queued: Promise<unknown>[] = [held];
  return {
    queue(name: string, slot: HashSlot) {
      const ran = queue.run(slot, () => Promise.resolve(order.push(name)));
      queued.push(ran.catch((fault: unknown) => order.push(isQueueFull(fault) ? `${name} sent away` : String(fault))));
    },
    async finish() {
      await Promise.resolve();
      release();
      await Promise.all(queued);
      return order;
    },
  };
}

const stranger = (network: number) => strangerSlot(`203.0.${network}.7`);

test('a limited number run at a time', async () => {
  const queue = createHashQueue({ mostAtOnce: 2 });
  let [now, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, (now += 1));
    await new Promise((done) => setImmediate(done));
    now -= 1;
  };
  await Promise.all(Array.from({ length: 9 }, () => queue.run(stranger(1), work)));
  expect([now, most]).toEqual([0, 2]);
});

test('a known customer goes before all strangers who came first', async () => {
  const queue = heldQueue();
  for (let index = 0; index < 20; index += 1) queue.queue(`stranger ${index}`, stranger(index));
  queue.queue('customer', customerSlot('demo@example.com'));
  expect((await queue.finish())[0]).toBe('customer');
});

test('many known customers leave strangers one turn in five', async () => {
  const queue = heldQueue();
  queue.queue('stranger', stranger(1));
  for (let index = 0; index < 12; index += 1) queue.queue('customer', customerSlot(index));
  expect((await queue.finish()).indexOf('stranger')).toBe(4);
});

test('log-ins of one account or network share its turns, in the order of their arrival', async () => {
  const strangers = heldQueue();
  for (const name of ['one', 'two', 'three']) strangers.queue(name, stranger(1));
  strangers.queue('of another network', stranger(2));
  expect(await strangers.finish()).toEqual(['one', 'of another network', 'two', 'three']);
  const customers = heldQueue();
  for (const name of ['one', 'two', 'three']) customers.queue(name, customerSlot(1));
  customers.queue('of another account', customerSlot(2));
  expect(await customers.finish()).toEqual(['one', 'of another account', 'two', 'three']);
});

test('a full queue refuses strangers, but never a known customer', async () => {
  const queue = heldQueue({ mostStrangers: 2 });
  for (let index = 1; index <= 4; index += 1) queue.queue(`stranger ${index}`, stranger(index));
  for (let index = 1; index <= 4; index += 1) queue.queue('customer', customerSlot('demo@example.com'));
  const order = await queue.finish();
  expect(order.filter((name) => name === 'customer')).toHaveLength(4);
  expect(order.filter((name) => name.endsWith('sent away'))).toEqual(['stranger 3 sent away', 'stranger 4 sent away']);
});

test('the number of waiting log-ins of an account is limited, without a loss for others', async () => {
  const queue = heldQueue();
  for (let come = 0; come < 30; come += 1) queue.queue('own', slotOfKnownDevice('own@example.com'));
  queue.queue('other', slotOfKnownDevice('other@example.com'));
  const order = await queue.finish();
  expect(order.filter((name) => name === 'own sent away')).toHaveLength(10);
  expect(order.indexOf('other')).toBeLessThanOrEqual(order.indexOf('own') + 1);
  expect(order.filter((name) => name === 'other')).toHaveLength(1);
});

test('in a full queue a newcomer of another network gets the last slot of the network with the most', async () => {
  const queue = heldQueue({ mostStrangers: 3 });
  for (const name of ['one', 'two', 'three', 'four']) queue.queue(name, stranger(1));
  queue.queue('owner', stranger(2));
  expect(await queue.finish()).toEqual(['four sent away', 'three sent away', 'one', 'owner', 'two']);
});

test('failing work lets the next one run, and fails for its caller', async () => {
  const queue = createHashQueue({ mostAtOnce: 1 });
  const failing = queue.run(stranger(1), () => Promise.reject(new Error('no memory')));
  const next = queue.run(stranger(1), () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no memory');
  expect(await next).toBe('done');
});

test('a refusal says when to try again', () => {
  expect(refuseForQueue().problem).toEqual({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 2 });
});
