import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeStatement } from '../../scripts/statements/describe-statement.ts';
import { typesOf } from '../../scripts/statements/statement-types.ts';
import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { statement } from '../../src/server/db/statement.ts';

let database: Database;
let notNull: Set<string>;

beforeAll(async () => {
  // Uses the embedded database, as the gate does, even if TEST_DATABASE_URL is set.
  database = await openDatabase({ databaseUrl: null, dataDir: null, poolSize: 1 });
  await migrate(database);
  const { rows } = await database.query<{ key: string }>(
    `select attrelid::integer || '.' || attnum as key from pg_attribute where attnotnull`,
  );
  notNull = new Set(rows.map(({ key }) => key));
});

afterAll(() => database.close());

function types(text: string): Promise<string> {
  return database.transaction(async (connection) => {
    const isNotNull = ({ table, column }: { table: number; column: number }) => notNull.has(`${table}.${column}`);
    return typesOf(await describeStatement(connection, text, isNotNull), () => null);
  });
}

async function gives(text: string): Promise<string | undefined> {
  return /gives: (.*) }$/.exec(await types(text))?.[1];
}

test('a column that does not exist is refused', async () => {
  await expect(types('select nickname from accounts')).rejects.toThrow('column "nickname" does not exist');
});

test('a table that does not exist is refused', async () => {
  await expect(types('select id from customers')).rejects.toThrow('relation "customers" does not exist');
});

test('a parameter that cannot be compared with its column is refused', async () => {
  await expect(types('select id from accounts where id = :id::uuid')).rejects.toThrow('operator does not exist');
});

test('each parameter is typed once, by its name, and is nullable only if declared', async () => {
  expect(await types('update accounts set city = :city?, state = :city? where id = any(:ids::bigint[])')).toBe(
    '{ takes: { city: string | null; ids: readonly (number | null)[] }; gives: never }',
  );
});

test('a column is nullable if the schema allows null', async () => {
  expect(await gives('select email, city from accounts')).toBe('{ email: string; city: string | null }');
});

test('the columns of an outer join are null together', async () => {
  const text = 'select a.id, p.symbol, p.take_profit from accounts a left join positions p on p.account_id = a.id';
  expect(await gives(text)).toBe(
    '{ id: number } & ({ symbol: string; take_profit: number | null } | { symbol: null; take_profit: null })',
  );
});

test('types survive subqueries, common table expressions and unions', async () => {
  const text = `with named as (select id, email from accounts)
    select email from (select * from named) n union all select city from accounts`;
  expect(await gives(text)).toBe('{ email: string | null }');
  expect(await gives('with named as (select email from accounts) select email from named')).toBe('{ email: string }');
});

test('an outer join inside a subquery makes columns nullable', async () => {
  const text = `select symbol from (
    select p.symbol from accounts a left join positions p on p.account_id = a.id) inside`;
  expect(await gives(text)).toBe('{ symbol: string | null }');
});

test('computed columns are nullable unless known or declared otherwise', async () => {
  const text = `select sum(amount_minor)::bigint as sum, count(*), closed_at is null as open, coalesce(max(leverage), 0) as most,
    sum(leverage) as "total!" from positions group by closed_at`;
  expect(await gives(text)).toBe('{ sum: number | null; count: number; open: boolean; most: number; total: number }');
});

test('the rows that a write returns are typed too', async () => {
  expect(await gives('delete from accounts where email = :email returning id, city, now() as "now!"')).toBe(
    '{ id: number; city: string | null; now: Date }',
  );
});

/** The types of a statement, with `…` for the types that the schema narrows. */
async function narrowed(text: string): Promise<string> {
  const described = await database.transaction((connection) => describeStatement(connection, text, () => true));
  return typesOf(described, () => '…');
}

test('case, coalesce, arrays, unions and subselects keep the closed list of a column', async () => {
  const text = `select case when t.status = 'approved' then 'done' else t.status end as stage,
      coalesce(t.status, 'none') as known, array_agg(t.status) as all,
      (select s.step from transaction_steps s where s.transaction_id = t.id limit 1) as step
    from transactions t group by t.id`;
  expect(await narrowed(text)).toContain(
    'gives: { stage: "done" | …; known: "none" | …; all: (…)[] | null; step: … | null }',
  );
  expect(await narrowed(`select status from transactions union all select 'none'`)).toContain('{ status: "none" | … }');
});

test('a function of a column with a closed list returns any text', async () => {
  expect(await narrowed('select upper(status) as "status!" from transactions')).toContain('{ status: string }');
});

test('two columns with the same name are refused', async () => {
  await expect(types('select id, account_id as id from positions')).rejects.toThrow('two columns have the name id');
});

test('an array of the wrong type is refused', async () => {
  const text =
    'update positions p set take_profit = c.profit from unnest(:ids::uuid[], :profits::text[]) as c (id, profit)';
  await expect(types(text)).rejects.toThrow('is of type double precision but expression is of type text');
});

test('JSON is passed as its text', async () => {
  expect(await types('update accounts set documents = :documents where id = :id')).toContain('documents: string');
});

test('two statements cannot share a name', () => {
  expect(() => statement('desk-load', 'select 1')).not.toThrow();
  expect(() => statement('desk-load', 'select 2')).toThrow('two statements');
});
