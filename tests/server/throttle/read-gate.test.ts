import { describe, expect, test } from 'vitest';
import { createReadGate } from '../../../src/server/throttle/read-gate.ts';

/** Reads that run until the test ends them. */
function openGate({ mostReads = 2, mostRequests = 100 } = {}) {
  const gate = createReadGate<string>({ mostReads, mostRequests });
  const running = new Map<string, { resolve: (value: string) => void; reject: (fault: Error) => void }>();
  let started = 0;
  const ask = (key: string) =>
    gate.read(key, () => {
      started += 1;
      return new Promise<string>((resolve, reject) => running.set(key, { resolve, reject }));
    });
  const finish = async (key: string) => {
    await expect.poll(() => running.has(key)).toBe(true);
    running.get(key)?.resolve(`of ${key}`);
    running.delete(key);
  };
  return { ask, finish, running, started: () => started };
}

describe('the gate before reads', () => {
  test('runs a limited number of reads at once, the others in the order of arrival', async () => {
    const { ask, finish, running } = openGate();
    const answers = Promise.all(['a', 'b', 'c', 'd'].map(ask));
    expect([...running.keys()]).toEqual(['a', 'b']);
    await finish('b');
    await expect.poll(() => [...running.keys()]).toEqual(['a', 'c']);
    for (const key of ['a', 'c', 'd']) await finish(key);
    expect(await answers).toEqual(['a', 'b', 'c', 'd'].map((key) => ({ ok: true, value: `of ${key}` })));
  });

  test('shares one read among equal requests, and reads again for later ones', async () => {
    const { ask, finish, started } = openGate({ mostReads: 1 });
    const answers = Promise.all([ask('a'), ask('a'), ask('a')]);
    await finish('a');
    expect(await answers).toHaveLength(3);
    expect(started()).toBe(1);
    const later = ask('a');
    await finish('a');
    await later;
    expect(started()).toBe(2);
  });

  test('refuses more requests than may wait, until one has its answer', async () => {
    const { ask, finish } = openGate({ mostReads: 1, mostRequests: 3 });
    const answers = Promise.all([ask('a'), ask('a'), ask('b')]);
    expect(await ask('a')).toEqual({ ok: false, problem: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 } });
    await finish('a');
    await finish('b');
    await answers;
    const next = ask('a');
    await finish('a');
    expect(await next).toMatchObject({ ok: true });
  });

  test('frees the slot of a failed read', async () => {
    const { ask, finish, running } = openGate({ mostReads: 1, mostRequests: 2 });
    const failed = ask('a');
    const waiting = ask('b');
    running.get('a')?.reject(new Error('gone'));
    await expect(failed).rejects.toThrow('gone');
    await finish('b');
    expect(await waiting).toMatchObject({ ok: true });
    const again = ask('a');
    await finish('a');
    expect(await again).toMatchObject({ ok: true });
  });

  test('hands out one answer a turn, so that other work comes between', async () => {
    const { ask, finish } = openGate();
    const turns: number[] = [];
    let turn = 0;
    const count = () => {
      turn += 1;
      if (turns.length < 4) setImmediate(count);
    };
    const answers = Array.from({ length: 4 }, () => ask('a').then(() => turns.push(turn)));
    await finish('a');
    setImmediate(count);
    await Promise.all(answers);
    expect(new Set(turns).size).toBe(4);
  });
});
