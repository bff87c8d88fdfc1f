/**
 * Why the database failed through no fault of the caller. `away`: it refuses connections, or broke one; `silent`: it
 * does not answer; `slow`: it took too long; `locked`: another transaction holds the row; `exhausted`: it has no
 * connection or memory left; `full`: its disk is full; `read_only`: it accepts no writes; `disk`: its disk fails.
 */
export const databaseFaultKinds = [
  'away',
  'silent',
  'slow',
  'locked',
  'exhausted',
  'full',
  'read_only',
  'disk',
] as const;

export type DatabaseFaultKind = (typeof databaseFaultKinds)[number];

/** The kinds in words, to follow "the database" in messages to operators. */
export const databaseFaultWords: Readonly<Record<DatabaseFaultKind, string>> = {
  away: 'cannot be reached',
  silent: 'does not answer',
  slow: 'takes too long',
  locked: 'keeps a row locked',
  exhausted: 'has no connection or memory left',
  full: 'has a full disk',
  read_only: 'takes no writes',
  disk: 'cannot use its disk',
};

/** Error codes of PostgreSQL, which the embedded database shares. Nothing else uses these codes. */
const kindsByCode: Readonly<Record<string, DatabaseFaultKind>> = {
  // The connection was ended or refused: by an administrator, a crash, a startup in progress, a dropped database, or
  // because the session was idle for too long.
  ...{ '57P01': 'away', '57P02': 'away', '57P03': 'away', '57P04': 'away', '57P05': 'away', '25P03': 'away' },
  ...{ '08000': 'away', '08001': 'away', '08003': 'away', '08004': 'away', '08006': 'away' },
  ...{ '57014': 'slow', '55P03': 'locked' },
  ...{ '53000': 'exhausted', '53200': 'exhausted', '53300': 'exhausted', '53400': 'exhausted' },
  ...{ '53100': 'full', '25006': 'read_only', '58000': 'disk', '58030': 'disk' },
};

/** Error codes of the operating system. They concern the database only if the fault occurred while reaching it. */
const kindsBySystemCode: Readonly<Record<string, DatabaseFaultKind>> = {
  ...{ ECONNREFUSED: 'away', ECONNRESET: 'away', ECONNABORTED: 'away', EPIPE: 'away', ETIMEDOUT: 'away' },
  ...{ EHOSTUNREACH: 'away', ENETUNREACH: 'away', ENOTFOUND: 'away', EAI_AGAIN: 'away' },
  // The socket file of a server that listens on a Unix socket is missing while the server is away.
  ENOENT: 'away',
  ...{ EMFILE: 'exhausted', ENFILE: 'exhausted', ENOMEM: 'exhausted' },
  ...{ ENOSPC: 'full', EDQUOT: 'full', EROFS: 'read_only', EIO: 'disk' },
};

/** The driver's own errors have no code. */
const kindsByMessage: readonly (readonly [RegExp, DatabaseFaultKind])[] = [
  [/^Connection terminated( unexpectedly| due to connection timeout)?$/, 'away'],
  [/^Client (has encountered a connection error|was closed) and is not queryable$/, 'away'],
  [/^Cannot use a pool after calling end on the pool$/, 'away'],
  [/^The embedded database has stopped$/, 'away'],
  [/^timeout expired$/, 'silent'],
  [/^Query read timeout$/, 'silent'],
  [/^timeout exceeded when trying to connect$/, 'exhausted'],
];

const onTheWay = new WeakSet<Error>();

/**
 * Marks a fault as one that occurred while reaching the database, and returns it. Payment providers and storages cause
 * the same system errors, which do not concern the database.
 */
export function markAsDatabaseFault<Fault>(fault: Fault): Fault {
  if (fault instanceof Error) onTheWay.add(fault);
  return fault;
}

/** Thrown without asking the database, because it is known to be unable to answer. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  readonly kind: DatabaseFaultKind;

  constructor(kind: DatabaseFaultKind) {
    super(`The database ${databaseFaultWords[kind]}`);
    this.kind = kind;
  }
}

/** The kind of the fault or of its cause; null for any other fault, such as a bug. */
export function databaseFaultKind(fault: unknown): DatabaseFaultKind | null {
  if (fault instanceof DatabaseUnavailable) return fault.kind;
  if (!(fault instanceof Error)) return null;
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
  const bySystem = onTheWay.has(fault) ? kindsBySystemCode[code] : undefined;
  const byMessage = kindsByMessage.find(([words]) => words.test(fault.message))?.[1];
  return kindsByCode[code] ?? bySystem ?? byMessage ?? databaseFaultKind(fault.cause);
}

/**
 * Whether a database transaction that ended with this fault certainly changed nothing. If its connection broke or fell
 * silent this is unknown: the commit may have been on its way.
 */
export function isSurelyUndone(fault: unknown): boolean {
  const kind = databaseFaultKind(fault);
  return fault instanceof DatabaseUnavailable || (kind !== null && kind !== 'away' && kind !== 'silent');
}
