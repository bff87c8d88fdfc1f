import type { Logger } from 'pino';
import type { DatabaseFaultKind } from './database-faults.ts';
import { DatabaseUnavailable, databaseFaultKind, databaseFaultKinds, databaseFaultWords } from './database-faults.ts';

export interface AvailabilityParts {
  /** Unix milliseconds. */
  now: () => number;
  /** Milliseconds of a clock that only goes forward: how long an outage was. */
  elapsedMs: () => number;
  logger: Pick<Logger, 'info' | 'warn'>;
}

/** What is known of whether the database can be used, so that nobody waits for one that cannot. */
export interface Availability {
  /** Why customers cannot be served: it is away, or takes no writes. Null while they can. */
  readonly problem: DatabaseFaultKind | null;
  /** Faults since the start, by kind. */
  readonly faults: Readonly<Record<DatabaseFaultKind, number>>;
  /** Throws `DatabaseUnavailable` while it is away; to be called before anything is asked of it. */
  admit: () => void;
  /** As the promise, but rejects with `DatabaseUnavailable` as soon as the database is found to be away. */
  whileThere: <Value>(promise: Promise<Value>) => Promise<Value>;
  /**
   * Takes note of what went wrong. A fault that tells of a disk stands until a write has succeeded: see
   * `onWritesFailing`.
   */
  note: (fault: unknown) => void;
  /**
   * It is away from now on: what is under way is broken off, and what comes is refused. Repeated, only the reason is
   * another.
   */
  fall: (kind: DatabaseFaultKind) => void;
  /** It is back. */
  rise: () => void;
  /** Writes succeed again. */
  writesSucceed: () => void;
  onFall: (listener: () => void) => void;
  onWritesFailing: (listener: () => void) => void;
  /**
   * Whoever was seen last before this instant has been idle for so long. Outages do not count: nobody could be seen
   * then. Unix milliseconds.
   */
  idleSince: (nowMs: number, idleMs: number) => number;
}

interface Outage {
  /** When it ended, Unix milliseconds; Infinity while it lasts. */
  untilMs: number;
  /** When it began, by the clock that only goes forward. */
  beganMs: number;
  /** Null while it lasts. */
  lengthMs: number | null;
}

const failingWrites: ReadonlySet<DatabaseFaultKind> = new Set<DatabaseFaultKind>(['full', 'read_only', 'disk']);
/** Nobody is idle for longer than a session lives. */
const keptForMs = 86_400_000;

/** Without parts it only counts, and admits everything: for a database that nobody watches. */
export function createAvailability(
  { now, elapsedMs, logger }: AvailabilityParts = { now: Date.now, elapsedMs: () => performance.now(), logger: silent },
): Availability {
  const faults = Object.fromEntries(databaseFaultKinds.map((kind) => [kind, 0])) as Record<DatabaseFaultKind, number>;
  const waiting = new Set<(fault: DatabaseUnavailable) => void>();
  const listeners = { fall: new Set<() => void>(), writes: new Set<() => void>() };
  const outages = createOutages(now, elapsedMs);
  let away: DatabaseFaultKind | null = null;
  let stuck: DatabaseFaultKind | null = null;

  function fall(kind: DatabaseFaultKind): void {
    if (away !== kind) logger.warn({ kind }, `the database ${databaseFaultWords[kind]}: what needs it is refused`);
    away = kind;
    outages.begin();
    for (const reject of [...waiting]) reject(new DatabaseUnavailable(kind));
    listeners.fall.forEach((listener) => listener());
  }

  function rise(): void {
    if (away === null) return;
    away = null;
    logger.info({ seconds: Math.round(outages.lastMs() / 1000) }, 'the database is back');
    if (stuck === null) outages.end();
  }

  function note(fault: unknown): void {
    const kind = databaseFaultKind(fault);
    if (kind === null || fault instanceof DatabaseUnavailable) return;
    faults[kind] += 1;
    if (!failingWrites.has(kind) || stuck === kind) return;
    logger.warn({ kind }, `the database ${databaseFaultWords[kind]}: it is tried again until it writes`);
    stuck = kind;
    outages.begin();
    listeners.writes.forEach((listener) => listener());
  }

  return {
    get problem() {
      return away ?? stuck;
    },
    faults,
    admit() {
      if (away !== null) throw new DatabaseUnavailable(away);
    },
    whileThere: (promise) =>
      new Promise((resolve, reject) => {
        waiting.add(reject);
        promise.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
    note,
    fall,
    rise,
    writesSucceed() {
      if (stuck === null) return;
      stuck = null;
      logger.info({ seconds: Math.round(outages.lastMs() / 1000) }, 'the database writes again');
      if (away === null) outages.end();
    },
    onFall: (listener) => void listeners.fall.add(listener),
    onWritesFailing: (listener) => void listeners.writes.add(listener),
    idleSince: outages.idleSince,
  };
}

const ignore = () => undefined;
const silent = { info: ignore, warn: ignore };

/** The times in which nobody could be seen, the newest first. */
function createOutages(now: () => number, elapsedMs: () => number) {
  let outages: Outage[] = [];
  const lengthOf = ({ beganMs, lengthMs }: Outage) => lengthMs ?? elapsedMs() - beganMs;

  return {
    begin(): void {
      if (outages[0]?.lengthMs === null) return;
      const recent = outages.filter(({ untilMs }) => untilMs > now() - keptForMs);
      outages = [{ untilMs: Infinity, beganMs: elapsedMs(), lengthMs: null }, ...recent];
    },
    end(): void {
      const [last] = outages;
      if (last?.lengthMs !== null) return;
      last.lengthMs = lengthOf(last);
      last.untilMs = now();
    },
    lastMs: (): number => (outages[0] ? lengthOf(outages[0]) : 0),
    idleSince: (nowMs: number, idleMs: number): number => {
      let sinceMs = nowMs - idleMs;
      for (const outage of outages) {
        if (sinceMs >= outage.untilMs) break;
        sinceMs -= lengthOf(outage);
      }
      return sinceMs;
    },
  };
}
