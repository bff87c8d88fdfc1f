import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { Runtime } from '../runtime.ts';
import type { WaitingQueue } from './queues-rows.ts';

/** A database that takes longer is of no use to customers, and reading metrics must not wait for it. */
const answersWithinMs = 2_000;

export interface QueueLoaders {
  /** The server's queues; if they load in time, the database counts as answering. */
  ofServer: () => Promise<WaitingQueue[]>;
  ofOperators: () => Promise<WaitingQueue[]>;
}

/**
 * Adds the lengths of the queues to the metrics, and whether the database answers at all. Queues that do not load in
 * time are left out, not guessed. Returns the function that loads them, to be awaited before the registry is read.
 */
export function watchQueues(registry: Registry, { ofServer, ofOperators }: QueueLoaders): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const waiting = gauge('queue_waiting', 'What waits to be carried out, by queue.', ['queue']);
  const oldest = gauge('queue_oldest_seconds', 'How long the oldest of a queue waits.', ['queue']);
  const answers = gauge('database_answers', 'Whether the database answered when it was asked: 1 or 0.', []);
  return async () => {
    const [server, operators] = await Promise.all([inTime(ofServer()), inTime(ofOperators())]);
    answers.set(server === null ? 0 : 1);
    waiting.reset();
    oldest.reset();
    for (const { queue, waiting: count, oldestSeconds } of [...(server ?? []), ...(operators ?? [])]) {
      waiting.set({ queue }, count);
      oldest.set({ queue }, oldestSeconds);
    }
  };
}

async function inTime<Value>(asked: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), answersWithinMs)));
  const answered = asked.catch(() => null);
  return Promise.race([answered, timeout]).finally(() => clearTimeout(timer));
}

/** Caches the loaded value for this many milliseconds. After that, or after a failure, loads it again. */
export function keptFor<Value>(
  ms: number,
  { now }: Pick<Runtime, 'now'>,
  load: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { at: number; value: Promise<Value> } | undefined;
  return () => {
    if (kept && now() - kept.at < ms) return kept.value;
    const value = load();
    const own = { at: now(), value };
    kept = own;
    value.catch(() => {
      if (kept === own) kept = undefined;
    });
    return value;
  };
}
