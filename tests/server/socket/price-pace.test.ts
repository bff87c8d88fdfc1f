import { expect, test } from 'vitest';
import { openPriceFloor } from '../../support/price-floor.ts';

test('a long turn is followed by a pause of the same length, so that the rest of the server gets half of the time', async () => {
  let costMs = 0;
  const floor = await openPriceFloor(['BTCUSD'], undefined, () => costMs);
  const { got } = await floor.read();
  let frames = 1;
  let bid = 1_000;
  await got(frames);
  /** For each of the next turns of the timer, whether a new quote was sent. */
  async function turns(count: number): Promise<boolean[]> {
    const sent: boolean[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const before = floor.prices.stats.turns;
      floor.quote('BTCUSD', (bid += 1));
      floor.turn();
      const isSent = floor.prices.stats.turns > before;
      sent.push(isSent);
      if (isSent) await got((frames += 1));
    }
    return sent;
  }
  expect(await turns(2)).toEqual([true, true]);
  // A turn that leaves half of the time free delays nothing.
  costMs = 50;
  expect(await turns(2)).toEqual([true, true]);
  costMs = 250;
  expect(await turns(7)).toEqual([true, false, false, true, false, false, true]);
  // The machine sleeps for an hour during a turn. A second later prices continue.
  costMs = 3_600_000;
  expect(await turns(3)).toEqual([false, false, true]);
  costMs = 0;
  expect(await turns(10)).toEqual([...Array.from({ length: 9 }, () => false), true]);
  await floor.close();
});
