import { expect, test } from 'vitest';
import type { Result } from '../../../src/lib/contract/problem.ts';
import { createAffiliateReads, mostOfOne } from '../../../src/server/affiliates/listing/affiliate-reads.ts';

/** Reads that run until the test ends them. */
function openReads() {
  const reads = createAffiliateReads();
  const running: (() => void)[] = [];
  const load = () => new Promise<void>((end) => running.push(end));
  return {
    running,
    ask: (affiliateId: number, request: object): Promise<Result<{ data: string }>> =>
      reads.read(affiliateId, request, async () => {
        await load();
        return { ok: true, data: `of ${affiliateId}` };
      }),
    askPart: (part: number) => reads.readPart(() => load().then(() => part)),
    async finish(count: number) {
      for (let one = 0; one < count; one += 1) {
        await expect.poll(() => running.length).toBeGreaterThan(0);
        running.shift()?.();
      }
    },
  };
}

test('two reads run at a time, and identical requests of an affiliate share one read', async () => {
  const { ask, finish, running } = openReads();
  const answers = Promise.all([ask(1, {}), ask(1, {}), ask(2, {}), ask(3, {})]);
  expect(running).toHaveLength(2);
  await finish(3);
  expect(await answers).toMatchObject(['of 1', 'of 1', 'of 2', 'of 3'].map((data) => ({ ok: true, data })));
});

test('an affiliate with many reads leaves room for the others', async () => {
  const { ask, finish } = openReads();
  const greedy = Array.from({ length: 100 }, (_, index) => ask(1, { index }));
  const other = ask(2, {});
  await finish(mostOfOne + 1);
  expect(await other).toMatchObject({ ok: true });
  const answers = await Promise.all(greedy);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(mostOfOne);
  expect(answers.at(-1)).toMatchObject({ problem: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 } });
  const again = ask(1, { again: true });
  await finish(1);
  expect(await again).toMatchObject({ ok: true });
});

test('parts are read one at a time across all files, and no file is refused', async () => {
  const { askPart, finish, running } = openReads();
  const parts = Array.from({ length: 100 }, (_, part) => askPart(part));
  expect(running).toHaveLength(1);
  for (let part = 0; part < 100; part += 1) {
    await finish(1);
    expect(running.length).toBeLessThanOrEqual(1);
  }
  expect(await Promise.all(parts)).toEqual(Array.from({ length: 100 }, (_, part) => part));
});
