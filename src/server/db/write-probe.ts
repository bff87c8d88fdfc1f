import type { ClientBase } from 'pg';
import type { Availability } from './availability.ts';

export interface WriteProbeParts {
  /** Runs work in one database transaction. */
  begin: (work: (connection: ClientBase) => Promise<void>) => Promise<void>;
  availability: Availability;
  /** Calls `run` at an interval; returns the function that stops it. */
  schedule: (run: () => void, intervalMs: number) => () => void;
}

const probeEveryMs = 2_000;

/**
 * Once a write has failed because of the disk, tries to write until that succeeds: a database on a full disk still
 * answers queries, and perhaps nobody else writes when there is room again. Returns the function that stops it.
 */
export function probeWrites({ begin, availability, schedule }: WriteProbeParts): () => void {
  let halt: (() => void) | undefined;
  const stop = () => halt?.();

  async function probe(): Promise<void> {
    try {
      await begin(writeALittle);
      stop();
      availability.writesSucceed();
    } catch {
      // Not yet; the next attempt may succeed.
    }
  }

  availability.onWritesFailing(() => {
    stop();
    halt = schedule(() => void probe(), probeEveryMs);
  });
  return stop;
}

/** Sorts a megabyte on disk, and makes a commit that has to be written. Leaves no data behind. */
async function writeALittle(connection: ClientBase): Promise<void> {
  const { rows } = await connection.query<{ isReadOnly: boolean }>(
    `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  );
  if (rows[0]?.isReadOnly) throw new Error('The database accepts no writes');
  await connection.query(`set local work_mem = '64kB'`);
  await connection.query(
    'select count(*) from (select generate_series(1, 50000) as number order by number desc) sorted',
  );
  await connection.query('select pg_current_xact_id()');
}
