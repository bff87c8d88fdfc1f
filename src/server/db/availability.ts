import type { Logger } from 'pino';
import type { DatabaseFaultKind } from './database-faults.ts';
import { DatabaseUnavailable, databaseFaultKind, databaseFaultKinds, databaseFaultWords } from './database-faults.ts';

export interface AvailabilityParts {
  /** Unix milliseconds. */
  now: () => number;
  /** Milliseconds of a monotonic clock, to measure outages. */
  elapsedMs: () => number;
  logger: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Whether the database can be used, as far as this process knows, so that no caller waits for a database that cannot
 * answer.
 */
export interface Availability {
  /** Why customers cannot be served: the database is away or accepts no writes. Null while they can be served. */
  readonly problem: DatabaseFaultKind | null;
  /** Faults since the start, by kind. */
  readonly faults: Readonly<Record<DatabaseFaultKind, number>>;
  /** Throws `DatabaseUnavailable` while the database is away; call it before every use of the database. */
  admit: () => void;
  /**
   * Settles as the promise does, but rejects with `DatabaseUnavailable` as soon as the database is found to be away.
   */
  whileThere: <Value>(promise: Promise<Value>) => Promise<Value>;
  /** Records a fault. A fault of the disk stays in effect until a write succeeds: see `onWritesFailing`. */
  note: (fault: unknown) => void;
  /**
   * Marks the database as away: work in progress is aborted, and new work is refused. If it is away already, only the
   * reason changes.
   */
  fall: (kind: DatabaseFaultKind) => void;
  /** Marks the database as back. */
  rise: () => void;
  /** Marks writes as working again. */
  writesSucceed: () => void;
  onFall: (listener: () => void) => void;
  onWritesFailing: (listener: () => void) => void;
  /**
   * A customer who was last seen before this instant (unix milliseconds) has been idle for `idleMs`. Outages do not
   * count as idle time, because nobody could be seen during them.
   */
  idleSince: (nowMs: number, idleMs: number) => number;
}

interface Outage {
  /** End of the outage, Unix milliseconds; Infinity while it lasts. */
  untilMs: number;
  /** Start of the outage, by the monotonic clock. */
  beganMs: number;
  /** Null while the outage lasts. */
  lengthMs: number | null;
}

const failingWrites: ReadonlySet<DatabaseFaultKind> = new Set<DatabaseFaultKind>(['full', 'read_only', 'disk']);
/** How long outages are remembered. No session lives longer, so older outages do not matter. */
const keptForMs = 86_400_000;

/**
 * Call it without parts for a database that nobody watches: it then only counts faults, admits everything and logs
 * nothing.
 */
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
    if (away !== kind)
      logger.warn({ kind }, `the database ${databaseFaultWords[kind]}: requests that need it are refused`);
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
    logger.warn({ kind }, `the database ${databaseFaultWords[kind]}: retrying until a write succeeds`);
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
      logger.info({ seconds: Math.round(outages.lastMs() / 1000) }, 'the database accepts writes again');
      if (away === null) outages.end();
    },
    onFall: (listener) => void listeners.fall.add(listener),
    onWritesFailing: (listener) => void listeners.writes.add(listener),
    idleSince: outages.idleSince,
  };
}

const ignore = () => undefined;
const silent = { info: ignore, warn: ignore };

/** The periods in which the database could not be used, so that no customer could be seen; newest first. */
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
