import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordOrder } from '../bench/peers/pgbench-orders.ts';
import { openTradingFloor, orderOf } from '../support/trading-floor.ts';

/** Runs `npm run bench` with made-up benches, and compares the order desk with its pgbench peer. */

const figure = (parts: string) => `({ figure: 'made', unit: 'ms', ${parts} })`;
const benches: Record<string, string> = {
  fine: `async () => [${figure('value: 5')}]`,
  slow: `async () => [${figure('value: 5, goal: { most: 1 }')}]`,
  throws: `async () => { throw new Error('its peer refused') }`,
  ends: 'async () => process.exit(0)',
  empty: 'async () => []',
  'no-number': `async () => [${figure('value: NaN')}]`,
  'no-baseline': `async () => [${figure("value: 5, baseline: { name: 'bare', value: NaN }")}]`,
  'no-ratio': `async () => [${figure('value: 5, goal: { mostRatio: 2 }')}]`,
  tiny: `async () => [${figure(`value: process.env.BENCH_SMOKE ? 1 : 1000`)}]`,
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benches-'));
  await mkdir(join(folder, 'tests/bench'), { recursive: true });
  for (const [name, measure] of Object.entries(benches)) {
    await writeFile(join(folder, `tests/bench/${name}.bench.ts`), `export const measure = ${measure};\n`);
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the named benches. Returns whether the run passed, and what it printed. */
function runBenches(...args: string[]): Promise<{ passed: boolean; table: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [resolve('tests/bench/run-benches.ts'), ...args], { cwd: folder }, (fault, stdout) => {
      done({ passed: fault === null, table: stdout });
    });
  });
}

test('a bench that measures nothing fails the run, and the table says why', async () => {
  const { passed, table } = await runBenches('--smoke', 'throws', 'ends', 'empty', 'no-');
  expect(passed).toBe(false);
  expect(table).toMatch(/throws\.bench.* failed .* its peer refused/);
  expect(table).toMatch(/ends\.bench.* failed .* measured nothing/);
  expect(table).toMatch(/empty\.bench.* failed .* no figure/);
  expect(table).toMatch(/no-number\.bench.* failed .* "made" was not measured/);
  expect(table).toMatch(/no-baseline\.bench.* failed .* the baseline of "made"/);
  expect(table).toMatch(/no-ratio\.bench.* failed .* no baseline/);
});

test('a smoke run uses the tiny amounts and ignores goals', async () => {
  const { passed, table } = await runBenches('--smoke', 'slow', 'tiny');
  expect(passed).toBe(true);
  expect(table).toContain('1.00 ms');
  expect(table).not.toContain('FALLS SHORT');
});

test('a full run uses the full amounts, and fails if a figure misses its goal', async () => {
  const { passed, table } = await runBenches('slow', 'tiny');
  expect(passed).toBe(false);
  expect(table).toContain('1,000 ms');
  expect(table).toContain('FALLS SHORT: over 1\n');
  expect((await runBenches('fine')).passed).toBe(true);
});

test('an unknown bench name fails', async () => {
  expect((await runBenches('fine', 'no-such')).passed).toBe(false);
});

test('the statements for pgbench open the same position as the order desk', async () => {
  const floor = await openTradingFloor();
  const [byDesk, byStatements] = [await floor.openAccount(), await floor.openAccount()];
  await floor.desk.open(byDesk, orderOf({ amountMinor: 100, requestId: randomUUID() }));
  let held: Record<string, unknown> = { account: byStatements };
  for (const statement of await recordOrder(floor)) {
    const text = statement.replace(/(?<!:):([a-z]\w*)/gi, (_, name: string) => String(held[name]));
    const [row] = (await floor.database.query<Record<string, unknown>>(text)).rows;
    if (row)
      held = { ...held, ...Object.fromEntries(Object.entries(row).map(([name, value]) => [`held_${name}`, value])) };
  }
  const positions = 'select * from positions order by account_id';
  const accounts = 'select balance_minor, invested_minor, open_positions from accounts order by id';
  const [opened, sums] = [(await floor.database.query(positions)).rows, (await floor.database.query(accounts)).rows];
  const own = { id: 0, account_id: 0, request_id: 0, opened_at: 0, open_quote_at: 0 };
  expect({ ...opened[1], ...own }).toEqual({ ...opened[0], ...own });
  expect(sums[1]).toEqual(sums[0]);
  expect(sums[1]).toMatchObject({ invested_minor: 100, open_positions: 1 });
  await floor.close();
});
