import { expect, test } from 'vitest';
import { createStartProgress } from '../../src/server/start-progress.ts';
import { createManualClock } from '../support/manual-clock.ts';

test('a long start says every few seconds what it does and for how long, until it is stopped', async () => {
  const clock = createManualClock();
  const lines: string[] = [];
  const logger = { info: (_fields: unknown, text: string) => void lines.push(text) };
  const progress = createStartProgress({ ...clock, logger: logger as never });
  let finish: () => void = () => undefined;
  const pages = progress.during('building the pages', new Promise<void>((done) => (finish = done)));
  const prices = progress.during('making prices', new Promise(() => undefined));
  progress.reached('making prices', '7 of 48 assets');
  clock.advance(2_999);
  expect(lines).toEqual([]);
  clock.advance(1);
  expect(lines).toEqual(['starting for 3 s: building the pages, making prices (7 of 48 assets)']);
  finish();
  await pages;
  clock.advance(3_000);
  expect(lines.at(-1)).toBe('starting for 6 s: making prices (7 of 48 assets)');
  progress.stop();
  clock.advance(60_000);
  expect(lines).toHaveLength(2);
  void prices;
});
