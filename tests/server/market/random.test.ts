import { expect, test } from 'vitest';
import { createSecretRandom } from '../../../src/server/market/random.ts';

test('secret numbers use every four bytes of the source once, and read it in large blocks', () => {
  const asked: number[] = [];
  const random = createSecretRandom((length) => {
    asked.push(length);
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; at += 4) bytes.writeUInt32LE(at, at);
    return bytes;
  });
  const numbers = Array.from({ length: 1024 }, random);
  expect(asked).toEqual([4096]);
  expect(numbers).toEqual(Array.from({ length: 1024 }, (_, index) => (4 * index) / 2 ** 32));
  random();
  expect(asked).toEqual([4096, 4096]);
});

test('they are at least 0 and below 1', () => {
  expect(createSecretRandom((length) => Buffer.alloc(length))()).toBe(0);
  expect(createSecretRandom((length) => Buffer.alloc(length, 0xff))()).toBeLessThan(1);
});
