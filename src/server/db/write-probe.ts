import type { ClientBase } from 'pg';
import type { Availability } from './availability.ts';

export interface WriteProbeParts {
  /** Runs work in one database transaction. */
  begin: (work: (connection: ClientBase) => Promise<void>) => Promise<void>;
  availability: Availability;
  /** Calls it every so many milliseconds; returns how to stop. */
  schedule: (run: () => void, intervalMs: number) => () => void;
}

const probeEveryMs = 2_000;

/**
 * Tries to write, from the first write that failed because of the disk until one succeeds: a database on a full disk
 * still answers queries, and perhaps nobody writes when there is room again. Returns how to stop.
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
      // It cannot yet: the next one may.
    }
  }

  availability.onWritesFailing(() => {
    stop();
    halt = schedule(() => void probe(), probeEveryMs);
  });
  return stop;
}

/** Leaves nothing behind: a sort that needs a megabyte of the disk, and a commit that has to be written down. */
async function writeALittle(connection: ClientBase): Promise<void> {
  const { rows } = await connection.query<{ isReadOnly: boolean }>(
    `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  );
  if (rows[0]?.isReadOnly) throw new Error('It takes no writes');
  await connection.query(`set local work_mem = '64kB'`);
  await connection.query(
    'select count(*) from (select generate_series(1, 50000) as number order by number desc) sorted',
  );
  await connection.query('select pg_current_xact_id()');
}
