import { expect, test } from 'vitest';
import type { Activity } from '../../../src/server/socket/account-limits.ts';
import { createAccountLimits } from '../../../src/server/socket/account-limits.ts';

function openLimits() {
  let nowMs = 0;
  const limits = createAccountLimits({ now: () => nowMs });
  const whose = (socketId: string, accountId = 1) => ({ accountId, socketId });
  /** Performs this many acts one after the other; returns how many were allowed. */
  async function doAll(activity: Activity, count: number, who: ReturnType<typeof whose>): Promise<number> {
    let allowed = 0;
    for (let done = 0; done < count; done += 1) {
      if (limits.isOver(activity, who) || !(await limits.begin(activity, who))) continue;
      allowed += 1;
      limits.end(activity, who);
    }
    return allowed;
  }
  return { limits, whose, doAll, pass: (ms: number) => void (nowMs += ms) };
}

test('acts count per account over all of its sockets, lookups per socket', async () => {
  const { limits, whose, doAll } = openLimits();
  for (const id of ['a', 'b']) limits.connect(whose(id));
  expect([await doAll('acts', 700, whose('a')), await doAll('acts', 700, whose('b'))]).toEqual([700, 300]);
  expect([await doAll('reads', 400, whose('a')), await doAll('reads', 400, whose('b'))]).toEqual([300, 300]);
  expect(await doAll('acts', 1, whose('c', 2))).toBe(1);
});

test('the number of concurrent acts is limited, and the end of one frees a slot', async () => {
  const { limits, whose } = openLimits();
  const page = whose('a');
  limits.connect(page);
  for (let begun = 0; begun < 16; begun += 1) expect(await limits.begin('reads', page)).toBe(true);
  expect([limits.isOver('reads', page), limits.isOver('reads', whose('b'))]).toEqual([true, false]);
  limits.end('reads', page);
  expect(limits.isOver('reads', page)).toBe(false);
});

test('a refused account stays refused for the announced time, without counting each attempt', async () => {
  const { limits, whose, doAll, pass } = openLimits();
  const page = whose('a');
  limits.connect(page);
  await doAll('reads', 301, page);
  expect(limits.isOver('reads', page)).toBe(true);
  pass(9_000);
  expect(limits.isOver('reads', page)).toBe(true);
  pass(1_001);
  expect(limits.isOver('reads', page)).toBe(false);
});

test('no data is kept about a socket that disconnects during its last lookup', async () => {
  const { limits, whose, doAll } = openLimits();
  const page = whose('a');
  limits.connect(page);
  expect(await doAll('reads', 300, page)).toBe(300);
  const last = limits.begin('reads', page);
  limits.disconnect(page);
  expect(await last).toBe(false);
  expect(limits.isOver('reads', page)).toBe(false);
});

test('an account has up to twenty sockets, and a closed one frees its slot', () => {
  const { limits, whose } = openLimits();
  const pages = Array.from({ length: 21 }, (_, index) => limits.connect(whose(`page ${index}`)));
  expect(pages.filter(Boolean)).toHaveLength(20);
  expect(limits.connect(whose('elsewhere', 2))).toBe(true);
  limits.disconnect(whose('page 3'));
  expect(limits.connect(whose('page 21'))).toBe(true);
});
