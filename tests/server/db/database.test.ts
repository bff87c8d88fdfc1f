import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { copyDatabase } from '../../support/database-templates.ts';
import { onPostgres, openTestDatabase } from '../../support/test-database.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query('create table notes (note text)');
}, 60_000);

beforeEach(async () => {
  await database.query('truncate notes');
  await database.query(`insert into notes values ('kept')`);
});

afterAll(() => database.close());

async function notes(): Promise<string[]> {
  const { rows } = await database.query<{ note: string }>('select note from notes order by note');
  return rows.map(({ note }) => note);
}

/** The columns that must not change once a position is open. */
const termsOfPositions = [
  ...['id', 'account_id', 'symbol', 'direction', 'amount_minor', 'leverage', 'open_rate', 'opened_at', 'open_bid'],
  ...['open_ask', 'open_quote_at', 'open_sequence', 'open_feed', 'request_id'],
];

/** Inserts an entry with a business key of its own, and returns its id and its key. */
async function insertEntry(amounts: number[], businessKey = `test:${randomUUID()}`) {
  const text = `with entry as (
      insert into ledger_entries (id, business_key, recorded_at) values ($1, $2, now()) returning id)
    insert into ledger_postings (entry_id, line, book, amount_minor)
    select entry.id, line, 'house', amount from entry, unnest($3::bigint[]) with ordinality as posting (amount, line)`;
  const entryId = randomUUID();
  await database.query(text, [entryId, businessKey, amounts]);
  return { entryId, businessKey };
}

describe('the database', () => {
  it('answers every query that was made before its close, and the queries that follow from those', async () => {
    const closed = await openTestDatabase({ poolSize: 1 });
    const answers = [1, 2, 3].map(async (number) => {
      await closed.query('select $1::int', [number]);
      return (await closed.query<{ number: number }>('select $1::int as number', [number])).rows[0]?.number;
    });
    await closed.close();
    expect(await Promise.all(answers)).toEqual([1, 2, 3]);
    await expect(closed.query('select 1')).rejects.toThrow();
  });

  it('gives integers as numbers, instants as dates, days as text', async () => {
    const text = `select 9007199254740991::bigint as large, array[1, 2]::bigint[] as list, 0.1::float8 as rate,
      '2026-11-20T12:00:00Z'::timestamptz as instant, '2026-11-20'::date as day, '{"a":[1]}'::jsonb as json`;
    const { rows } = await database.query(text);
    expect(rows[0]).toEqual({
      large: Number.MAX_SAFE_INTEGER,
      list: [1, 2],
      rate: 0.1,
      instant: new Date('2026-11-20T12:00:00Z'),
      day: '2026-11-20',
      json: { a: [1] },
    });
  });

  it('refuses an integer that a number cannot hold', async () => {
    await expect(database.query('select 9007199254740993::bigint')).rejects.toThrow('9007199254740993');
  });

  it('commits what a transaction returns and rolls back when it throws', async () => {
    const value = await database.transaction(async (connection) => {
      await connection.query(`insert into notes values ('committed')`);
      return 1;
    });
    const failing = database.transaction(async (connection) => {
      await connection.query(`insert into notes values ('lost')`);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(value).toBe(1);
    expect(await notes()).toEqual(['committed', 'kept']);
  });

  it('goes on working after a statement has failed inside a transaction', async () => {
    await expect(database.transaction((connection) => connection.query('select * from nowhere'))).rejects.toThrow(
      'nowhere',
    );
    expect(await notes()).toEqual(['kept']);
  });

  it('survives a connection that breaks inside a database transaction', async () => {
    const failing = database.transaction(async (connection) => {
      // The driver emits this error when the server ends the connection. Without a listener the process would end.
      connection.emit('error', new Error('Connection terminated unexpectedly'));
      await connection.query('select * from nowhere');
    });
    await expect(failing).rejects.toThrow('nowhere');
    expect(await notes()).toEqual(['kept']);
  });

  it('throws if a swallowed error inside a database transaction prevented the commit', async () => {
    const swallowing = database.transaction(async (connection) => {
      await connection.query(`insert into notes values ('lost')`);
      await connection.query('select * from nowhere').catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('rolled back');
    expect(await notes()).toEqual(['kept']);
  });

  it('passes no state of a dropped connection on to the next one', async () => {
    const prepared = { name: 'same-name', text: 'select $1::int as value', values: [1] };
    const connection = await database.pool.connect();
    await connection.query(prepared);
    await connection.query('begin');
    await connection.query(`insert into notes values ('lost')`);
    connection.release(new Error('dropped'));
    expect((await database.query(prepared)).rows).toEqual([{ value: 1 }]);
    expect(await notes()).toEqual(['kept']);
  });

  it('runs many queries at once, each with its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, value) => database.query<{ value: number }>('select $1::int as value', [value])),
    );
    expect(answers.map(({ rows }) => rows[0]?.value)).toEqual(Array.from({ length: 200 }, (_, value) => value));
  });

  it('migrates an up-to-date schema without a change', async () => {
    await migrate(database);
    expect(await notes()).toEqual(['kept']);
  });
});

describe('the ledger tables', () => {
  it('take entries that sum to zero and no others', async () => {
    await expect(insertEntry([500, -499])).rejects.toThrow('must sum to zero');
    await insertEntry([500, -500]);
  });

  it.each([
    `update ledger_entries set business_key = 'other'`,
    'update ledger_postings set amount_minor = 0',
    'delete from ledger_postings',
    'delete from ledger_entries',
    'truncate ledger_postings',
    'truncate ledger_entries cascade',
    'delete from ledger_numbering',
    'update ledger_numbering set older_up_to = 1',
    'truncate ledger_numbering',
    'delete from ledger_heads',
    'truncate ledger_heads',
    'delete from positions',
    'truncate positions cascade',
    ...termsOfPositions.map((column) => `update positions set ${column} = ${column}`),
  ])('refuse: %s', async (statement) => {
    await insertEntry([500, -500]);
    await expect(database.query(statement)).rejects.toThrow('append-only');
  });

  it('take money of a provider with its name only', async () => {
    const posting = `insert into ledger_postings (entry_id, line, book, amount_minor) values ($1, 9, 'provider', 0)`;
    const { entryId } = await insertEntry([500, -500]);
    await expect(database.query(posting, [entryId])).rejects.toThrow('ledger_postings_provider');
  });

  it('take a number once', async () => {
    await insertEntry([500, -500]);
    const entry = `insert into ledger_entries (id, business_key, recorded_at, number) overriding system value
      select gen_random_uuid(), gen_random_uuid()::text, now(), number from ledger_entries`;
    await expect(database.query(entry)).rejects.toThrow('duplicate key');
  });

  it('take a business key once', async () => {
    const { businessKey } = await insertEntry([500, -500]);
    await expect(insertEntry([1, -1], businessKey)).rejects.toThrow('duplicate key');
  });
});

describe('a server that does not answer', () => {
  it('is named as the cause', async () => {
    const nowhere = openDatabase({ databaseUrl: 'postgres://broker:secret@127.0.0.1:1/x', dataDir: null, poolSize: 2 });
    await expect(nowhere).rejects.toThrow(/^The database cannot be opened: connect ECONNREFUSED 127\.0\.0\.1:1$/);
  });
});

// Only on PostgreSQL: the embedded database has no second session that could end a connection.
if (onPostgres) {
  it('drops a connection that the server ended inside a database transaction, and goes on', async () => {
    const failing = database.transaction(async (connection) => {
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
      const ended = new Promise((resolve) => connection.once('end', () => resolve(undefined)));
      await database.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await ended;
      await connection.query('select 1');
    });
    await expect(failing).rejects.toThrow('not queryable');
    expect(await notes()).toEqual(['kept']);
  });
}

describe('the embedded database', () => {
  let dataDir: string;
  const open = () => openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'brokerkit-data-'));
    await copyDatabase(dataDir, 'migrated');
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('finds its data again after it was closed', async () => {
    const first = await open();
    await first.query(`create table kept as select 'here' as note`);
    await first.close();
    const second = await open();
    expect((await second.query('select note from kept')).rows).toEqual([{ note: 'here' }]);
    await second.close();
    await expect(second.query('select 1')).rejects.toThrow();
  }, 60_000);

  it('keeps nothing of its replies in memory', async () => {
    const embedded = await open();
    const rounds = 200;
    // Longer texts are outside of the heap.
    const rowBytes = 500_000;
    const before = heapOfThreads();
    for (let round = 0; round < rounds; round += 1)
      await embedded.query('select repeat($1, $2::integer) as long', ['x', rowBytes]);
    expect(heapOfThreads() - before).toBeLessThan((rounds * rowBytes) / 2);
    await embedded.close();
  }, 60_000);
});

/** The bytes that the JavaScript of all threads but this one keeps. */
function heapOfThreads(): number {
  const { workers } = process.report.getReport() as { workers: { javascriptHeap: { usedMemory: number } }[] };
  return workers.reduce((sum, { javascriptHeap }) => sum + javascriptHeap.usedMemory, 0);
}
