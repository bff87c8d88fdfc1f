import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawActs } from '../support/replay/acts.ts';
import type { NaiveOutcome, NaivePosition } from '../support/replay/naive-trading.ts';
import { tradeNaively } from '../support/replay/naive-trading.ts';
import { makeHour, readLines, recordedHour } from '../support/replay/recorded-hour.ts';
import { leveragesOf } from '../support/replay/replay-assets.ts';
import type { Replay, ReplayedOutcome } from '../support/replay/replay-floor.ts';
import { replayOnFloor } from '../support/replay/replay-floor.ts';

const startMs = Date.UTC(2026, 10, 20, 12);
const stepMs = 20;
const orders = 600;
/** Balances so low that some accounts run out of free margin now and then. */
const balancesMinor = Array.from({ length: 12 }, (_, account) => 200_000 * (account + 1));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-closes-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Hour {
  replay: Replay;
  naive: NaiveOutcome;
  replayed: ReplayedOutcome;
}

/** Plays the hour in the naive model and in the product. */
async function play(file: string): Promise<Hour> {
  const lines = readLines(file);
  const plan = { lines, stepMs, count: orders, accounts: balancesMinor.length, leverages: leveragesOf, seed: 502 };
  const acts = drawActs(plan);
  const naive = tradeNaively({ lines, acts, balancesMinor, startMs, stepMs });
  const steps = Math.ceil((lines.at(-1)?.offsetMs ?? 0) / stepMs) + 1;
  const replay = { file, acts, balancesMinor, startMs, stepMs, steps };
  return { replay, naive, replayed: await replayOnFloor(replay) };
}

const made = { hour: 'a generated hour with gaps and slips', find: () => makeHour(folder) };
const recorded = { hour: 'the recorded hour', find: (file = recordedHour ?? '') => Promise.resolve(file) };

describe.each(recordedHour === undefined ? [made] : [made, recorded])('$hour with 500 random positions', ({ find }) => {
  let hour: Hour;

  beforeAll(async () => {
    hour = await play(await find());
  }, 120_000);

  test('answers every order, change and close as the naive model does', () => {
    expect(hour.replayed.answers).toEqual(hour.naive.answers);
  });

  test('opens and closes each position at the rate, for the reason and with the profit of the naive model', () => {
    const { positions } = hour.replayed;
    expect([...positions.keys()]).toEqual([...hour.naive.positions.keys()].sort((a, b) => a - b));
    for (const [position, { openRate, openQuote, close }] of hour.naive.positions) {
      const { id } = positions.get(position) ?? {};
      expect(positions.get(position), `position ${position}`).toEqual({ id, openRate, openQuote, close });
    }
  });

  test('leaves every account with the balance of the naive model, and the books hold', () => {
    expect(hour.replayed.accounts).toEqual(hour.naive.accounts);
    expect(hour.replayed.booksHold).toBe(true);
  });

  test('includes every case that the comparison is meant to cover', () => {
    const positions = [...hour.naive.positions.values()];
    const count = (of: (position: NaivePosition) => boolean) => positions.filter(of).length;
    const isCut = ({ close, amountMinor }: NaivePosition) => close?.profitMinor === -amountMinor;
    expect(positions.length).toBeGreaterThanOrEqual(500);
    for (const reason of [0, 1, 2, 3]) {
      expect(count(({ close }) => close?.reason === reason)).toBeGreaterThanOrEqual(20);
    }
    expect(count(({ close }) => close === null)).toBeGreaterThanOrEqual(50);
    expect(count(isCut)).toBeGreaterThanOrEqual(20);
    // Protected positions that lost beyond their termination price until their stop loss closed them.
    expect(count((position) => position.protected && position.close?.reason === 1 && isCut(position))).toBeGreaterThan(
      0,
    );
    for (const answer of ['OK', 'VALIDATION', 'PRICE_MOVED', 'INSUFFICIENT_MARGIN', 'POSITION_CLOSED']) {
      expect(hour.naive.answers).toContain(answer);
    }
  });

  test('gives identical closes if it is run again', { timeout: 120_000 }, async () => {
    expect(await replayOnFloor(hour.replay)).toEqual(hour.replayed);
  });
});
