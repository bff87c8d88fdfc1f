import { expect, test } from 'vitest';
import { createCandleReads } from '../../../src/server/market/market-routes.ts';

test('a new address waits for running reads only, and then takes turns with the others', async () => {
  const gate = createCandleReads({ mostReads: 2, mostWaiting: 100, mostWaitingOfOne: 50 });
  const ended: string[] = [];
  const ask = (address: string, name: string) =>
    gate.read(address, async () => {
      await new Promise(setImmediate);
      ended.push(name);
      return [];
    });
  const flood = Array.from({ length: 51 }, (_, number) => ask('192.0.2.1', `flood ${number}`));
  const other = ask('192.0.2.2', 'other');
  expect(await ask('192.0.2.1', 'one too many')).toMatchObject({ ok: false, problem: { code: 'TOO_MANY_REQUESTS' } });
  expect(await other).toEqual({ ok: true, value: [] });
  expect(ended.indexOf('other')).toBeLessThanOrEqual(2);
  expect((await Promise.all(flood)).every(({ ok }) => ok)).toBe(true);
});

test('hands out one answer a turn, so that other work comes between', async () => {
  const gate = createCandleReads({ mostReads: 9, mostWaiting: 9, mostWaitingOfOne: 9 });
  const turns: number[] = [];
  let turn = 0;
  const count = () => {
    turn += 1;
    if (turns.length < 4) setImmediate(count);
  };
  const answers = Array.from({ length: 4 }, () =>
    gate.read('192.0.2.1', () => Promise.resolve([])).then(() => turns.push(turn)),
  );
  setImmediate(count);
  await Promise.all(answers);
  expect(new Set(turns).size).toBe(4);
});
