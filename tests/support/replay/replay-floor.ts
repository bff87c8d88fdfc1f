import { setImmediate as nextTurn } from 'node:timers/promises';
import { defaultTradingLimits } from '../../../src/lib/trading/limits.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { loadAssets } from '../../../src/server/market/assets-rows.ts';
import type { QuoteBook } from '../../../src/server/market/quote-book.ts';
import { createQuoteBook } from '../../../src/server/market/quote-book.ts';
import { createReplayFeed } from '../../../src/server/market/replay-feed.ts';
import type { DeskResult } from '../../../src/server/trading/desk-command.ts';
import type { OrderDesk } from '../../../src/server/trading/order-desk.ts';
import { createOrderDesk } from '../../../src/server/trading/order-desk.ts';
import type { TriggerEngine } from '../../../src/server/triggers/trigger-engine.ts';
import { createTriggerEngine } from '../../../src/server/triggers/trigger-engine.ts';
import type { ManualClock } from '../manual-clock.ts';
import { createManualClock } from '../manual-clock.ts';
import { openTestDatabase } from '../test-database.ts';
import { createTestRuntime } from '../test-runtime.ts';
import { floorRule, openAccount } from '../trading-floor.ts';
import type { Act } from './acts.ts';
import type { ReplayedPosition } from './replayed-rows.ts';
import { loadReplayed, loadSums } from './replayed-rows.ts';
import { insertReplayAssets } from './replay-assets.ts';

/**
 * The product's own market, trigger book, trigger engine, order desk and database, over a clock that a test advances.
 */

export interface Replay {
  file: string;
  acts: readonly Act[];
  balancesMinor: readonly number[];
  startMs: number;
  /** A step of the clock; the acts of a step follow when all of its quotes have been processed. */
  stepMs: number;
  steps: number;
}

export interface ReplayedOutcome {
  /** For each act, `OK` or the code of the refusal; `NONE` if its position was never opened. */
  answers: string[];
  /** Keyed by the number of the position. */
  positions: Map<number, ReplayedPosition>;
  /** In the order of the accounts' numbers. */
  accounts: { balanceMinor: number; investedMinor: number }[];
  booksHold: boolean;
}

export async function replayOnFloor(replay: Replay): Promise<ReplayedOutcome> {
  const { acts, balancesMinor, steps, stepMs } = replay;
  const database = await openTestDatabase();
  try {
    await insertReplayAssets(database);
    const accountIds: number[] = [];
    for (const balanceMinor of balancesMinor) {
      accountIds.push(await openAccount(database, { balanceMinor, categoryIds: [1, 2, 3, 4, 5, 6] }));
    }
    const floor = await openFloor(database, replay);
    const ids = new Map<number, string>();
    const answers: string[] = [];
    let next = 0;
    for (let step = 1; step <= steps; step++) {
      floor.clock.advance(stepMs);
      await settle(floor);
      for (let act = acts[next]; act?.step === step; act = acts[++next]) {
        answers.push(await perform(floor, act, { accountId: accountIds[act.account] ?? 0, ids }));
        await settle(floor);
      }
    }
    await floor.stop();
    const { holds: booksHold } = await verifyLedger(database);
    const positions = await loadReplayed(database, ids);
    return { answers, positions, accounts: await loadSums(database, accountIds), booksHold };
  } finally {
    await database.close();
  }
}

interface Floor {
  clock: ManualClock;
  desk: OrderDesk;
  engine: TriggerEngine;
  protect: (id: string) => Promise<unknown>;
  /** The faults that the desk and the engine logged. */
  faults: unknown[];
  stop: () => Promise<void>;
}

type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;

async function openFloor(database: TestDatabase, { file, startMs }: Replay): Promise<Floor> {
  const clock = createManualClock(startMs);
  const runtime = { ...createTestRuntime({ startMs }), now: clock.now, elapsedMs: clock.elapsedMs };
  const assets = new Map((await loadAssets(database)).map((asset) => [asset.symbol, asset]));
  const quotes = createQuoteBook({ symbols: [...assets.keys()] });
  const faults: unknown[] = [];
  const write = (fault: unknown) => void faults.push(fault);
  const logger = { warn: write, error: write };
  const market = { assets, quotes, feed: { name: 'replay' } };
  const desk = createOrderDesk({
    database,
    market,
    runtime,
    limits: defaultTradingLimits,
    autoRuleVersion: floorRule,
    logger,
  });
  const engine = createTriggerEngine({ database, quotes, orderDesk: desk, logger });
  await engine.start();
  const stopFeed = await startFeed(file, clock, quotes);
  return {
    ...{ clock, desk, engine, faults },
    protect: (id) => database.query('update positions set protected = true where id = $1', [id]),
    async stop() {
      await stopFeed();
      engine.stop();
      await desk.stop();
    },
  };
}

/** Resolves when the file has been read; from then on the clock alone decides what is quoted. */
async function startFeed(file: string, clock: ManualClock, quotes: QuoteBook): Promise<() => Promise<void>> {
  const started = Promise.withResolvers<undefined>();
  const feed = createReplayFeed({
    ...{ file, speed: 1, clocks: clock },
    schedule(run, intervalMs) {
      started.resolve(undefined);
      return clock.schedule(run, intervalMs);
    },
  });
  feed.start(quotes.accept);
  await started.promise;
  return feed.stop;
}

/**
 * Waits until every trigger is decided on and committed. Throws the logged faults: a trigger that fails is retried for
 * ever.
 */
async function settle({ desk, engine, faults }: Floor): Promise<void> {
  while (engine.stats.undecided > 0) {
    if (faults.length > 0) throw new AggregateError(faults, 'a trigger failed');
    await desk.drain();
    await nextTurn();
  }
}

interface Actor {
  accountId: number;
  /** Ids of the opened positions, by number of the position. */
  ids: Map<number, string>;
}

async function perform({ desk, protect }: Floor, act: Act, { accountId, ids }: Actor): Promise<string> {
  if (act.kind === 'open') {
    const result = await desk.open(accountId, { ...act, requestId: null });
    if (!result.ok) return codeOf(result);
    ids.set(act.position, result.position.id);
    if (act.protected) await protect(result.position.id);
    return 'OK';
  }
  const id = ids.get(act.position);
  if (id === undefined) return 'NONE';
  if (act.kind === 'close') return codeOf(await desk.close(accountId, { id, price: act.price }));
  return codeOf(await desk.update(accountId, { id, change: act.change }));
}

const codeOf = (result: DeskResult) => (result.ok ? 'OK' : result.problem.code);
