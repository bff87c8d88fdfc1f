import { expect, test } from 'vitest';
import type { UploadSlot } from '../../../src/server/documents/upload-limiter.ts';
import { createUploadLimiter, mostAtOnce, patienceMs } from '../../../src/server/documents/upload-limiter.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

const runtime = createTestRuntime();
const limited = (points = 20) => createUploadLimiter(null, runtime, { points, duration: 3_600 });

async function entered(limiter: ReturnType<typeof limited>, accountId: number): Promise<UploadSlot> {
  const outcome = await limiter.enter(accountId);
  if (!outcome.ok) throw new Error(outcome.problem.code);
  return outcome.slot;
}

test('an account has at most two uploads at a time, and leaving twice frees one slot', async () => {
  const limiter = limited();
  const [first] = [await entered(limiter, 1), await entered(limiter, 1)];
  expect((await limiter.enter(1)).ok).toBe(false);
  first.leave();
  first.leave();
  await entered(limiter, 1);
  expect((await limiter.enter(1)).ok).toBe(false);
});

test('when all slots are in use the upload that has been arriving longest loses its slot, but not at once', async () => {
  const limiter = limited();
  const slots: UploadSlot[] = [];
  for (let account = 1; account <= mostAtOnce; account += 1) slots.push(await entered(limiter, account));
  slots[0]?.keep();
  runtime.advance(patienceMs - 1);
  expect(await limiter.enter(100)).toMatchObject({ ok: false, problem: { code: 'TOO_MANY_REQUESTS' } });
  runtime.advance(1);
  await entered(limiter, 100);
  expect(slots.flatMap(({ lost }, at) => (lost.aborted ? [at] : []))).toEqual([1]);
  await entered(limiter, 101);
  expect(slots.flatMap(({ lost }, at) => (lost.aborted ? [at] : []))).toEqual([1, 2]);
  slots.forEach(({ keep }) => keep());
  expect((await limiter.enter(102)).ok).toBe(false);
});

test('an upload that failed without its sender’s fault does not count', async () => {
  const limiter = limited(2);
  for (let sent = 0; sent < 5; sent += 1) {
    const slot = await entered(limiter, 1);
    await slot.forgive();
    slot.leave();
  }
  for (let sent = 0; sent < 2; sent += 1) (await entered(limiter, 1)).leave();
  expect((await limiter.enter(1)).ok).toBe(false);
});

test('giving an upload back twice gives back only one', async () => {
  const limiter = limited(1);
  const slot = await entered(limiter, 1);
  await slot.forgive();
  await slot.forgive();
  slot.leave();
  (await entered(limiter, 1)).leave();
  expect((await limiter.enter(1)).ok).toBe(false);
});
