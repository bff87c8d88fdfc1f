import type { Queries } from '../../db/database.ts';
import type { NewEvent } from './event-rows.ts';
import { insertEvents } from './event-rows.ts';

/** Keeps what providers report. */
export interface EventIntake {
  /** Keeps an event to be worked off; resolves when it is committed: false where it was there before. */
  keep: (event: NewEvent) => Promise<boolean>;
}

interface Waiting {
  event: NewEvent;
  kept: (isNew: boolean) => void;
  failed: (fault: unknown) => void;
}

/** How many statements keep events at once: more of them would only wait for the same disk. */
const mostUnderWay = 2;
/** A statement of more would keep the first of it waiting for the last. */
const mostAtOnce = 200;

/**
 * Keeps each event by itself while the database is quick enough; those that come while it writes are kept together by the next
 * statement: who reports waits for the disk twice, unless more are before it than one statement of each takes.
 */
export function createEventIntake(database: Queries): EventIntake {
  const waiting: Waiting[] = [];
  let underWay = 0;

  async function write(): Promise<void> {
    underWay += 1;
    for (let some = take(); some.length > 0; some = take()) await keepAll(database, some);
    underWay -= 1;
  }

  const take = () => waiting.splice(0, mostAtOnce);

  return {
    keep: (event) =>
      new Promise((kept, failed) => {
        waiting.push({ event, kept, failed });
        if (underWay < mostUnderWay) void write();
      }),
  };
}

/** Never fails: each is told for itself. */
async function keepAll(database: Queries, some: readonly Waiting[]): Promise<void> {
  try {
    const isNew = await insertEvents(
      database,
      some.map(({ event }) => event),
    );
    for (const { event, kept } of some) kept(isNew.has(event.id));
  } catch (fault) {
    if (some.length === 1 || !isOfData(fault)) {
      for (const { failed } of some) failed(fault);
      return;
    }
    // One that cannot be written must not take the others with it.
    const half = Math.ceil(some.length / 2);
    await keepAll(database, some.slice(0, half));
    await keepAll(database, some.slice(half));
  }
}

/** Whether a statement failed by what it was given (the classes 22 and 23 of SQL): with other data the same database does it. */
function isOfData(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && /^2[23]...$/.test(String(fault.code));
}
