import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DataLock } from '../../../src/server/db/data-lock.ts';
import { areas } from '../../../src/server/operator-desk.ts';
import { exitCodeOf } from '../../../src/server/operator/outcome.ts';
import { runOperator } from '../../../src/server/operator-desk.ts';
import { holdFolder, useDesk } from './desk-floor.ts';
import type { CaseFloor } from './every-command/case-floor.ts';
import { customerCases } from './every-command/customer-cases.ts';
import { moneyCases } from './every-command/money-cases.ts';
import { siteCases } from './every-command/site-cases.ts';

/**
 * Runs every operator's command through the command line, beside a server that owns the data folder; each case creates
 * its own data.
 */

const { shop, query } = useDesk();
const cases = Object.entries({ ...customerCases, ...moneyCases, ...siteCases });
let lock: DataLock;
let cwd: string;

beforeAll(async () => {
  lock = await holdFolder(shop().dataDir);
});
afterAll(() => lock.release());
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'operator-'));
  shop().runtime.advance(1_000);
  return () => rm(cwd, { recursive: true });
});

/** Runs `npm run operator -- … --json` within this process. */
async function typed(...args: string[]) {
  const outcome = await runOperator({ args: [...args, '--json'], env: { DATA_DIR: shop().dataDir }, cwd });
  return { code: exitCodeOf(outcome), ...(JSON.parse(outcome.text) as { data?: unknown; why?: string }) };
}

const floor = (): CaseFloor => ({
  ...{ shop: shop(), cwd, query },
  async type(...args) {
    const { code, data, why } = await typed(...args);
    if (code !== 0) throw new Error(why);
    return data;
  },
});

/** The operators' records in the audit log. */
async function audited(since: readonly string[] = []) {
  const text = `select id::text, event from audit_entries where actor like 'operator:%' order by at, id`;
  return (await query<{ id: string; event: string }>(text)).filter(({ id }) => !since.includes(id));
}

test('every command has a case, and every case a command', () => {
  const all = areas.flatMap(({ name, commands }) => commands.map((one) => `${name} ${one.name}`.trim()));
  expect(cases.map(([command]) => command).toSorted()).toEqual(all.toSorted());
});

test.each(cases)('%s answers as expected, and stores what it says', async (command, one) => {
  const { args, about } = await one.given(floor());
  const before = (await audited()).map(({ id }) => id);
  const { code, data, why } = await typed(...command.split(' '), ...args);
  expect(code, why).toBe(one.code ?? 0);
  if (one.data === undefined) expect(why).toMatch(/\S/);
  else if (Array.isArray(one.data))
    expect(data).toEqual(one.data.map((row: object) => expect.objectContaining(row) as object));
  else expect({ data }).toMatchObject({ data: one.data });
  expect((await audited(before)).map(({ event }) => event)).toEqual(one.audited ?? []);
  if (one.stored) expect(await query(one.stored[0], [about])).toEqual([one.stored[1]]);
});

test.each(cases)('%s describes its usage, and refuses an unknown option', async (command) => {
  const words = command.split(' ');
  const help = await runOperator({ args: [...words, '--help'], env: {}, cwd });
  expect(help).toMatchObject({ ok: true });
  expect(help.text).toContain(`npm run operator -- ${command}`);
  const refused = await runOperator({ args: [...words, '--no-such-option', 'x'], env: {}, cwd });
  expect(refused).toMatchObject({ ok: false, isMisread: true });
});
