import { afterAll, beforeAll, expect, test } from 'vitest';
import { affiliateLogin } from '../../../src/lib/contract/affiliate/affiliate-calls.ts';
import { login } from '../../../src/lib/contract/calls.ts';
import { createAuditLines } from '../../../src/server/audit/audit-lines.ts';
import { writeAudit } from '../../../src/server/audit/audit-log.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { visit } from '../../support/accounts/visitor.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** The audit log as log lines, for brokers who ship standard output elsewhere. */

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
});
afterAll(() => shop.close());

interface Line {
  audit?: { id: string; event: string; account: number | null; affiliate?: number };
}

/** The ids of the test's own records. The seed's records are too old to be written as log lines. */
const storedIds = async () => {
  const { rows } = await shop.app.database.query<{ id: string }>(
    "select id from audit_entries where actor <> 'operator:demo' order by at, id",
  );
  return rows.map(({ id }) => id);
};

test('each record becomes one log line without personal data, and a stop loses none', async () => {
  const guess = { email: 'demo@example.com', password: 'wrong-7351' };
  await visit(shop, login, { body: guess, address: '198.51.100.77' });
  // Records of the same instant would be sorted by their random ids.
  shop.runtime.advance(1_000);
  await visit(shop, login, { body: { ...guess, password: 'demo1234' }, address: '198.51.100.77' });
  const clock = createManualClock();
  const log: Line[] = [];
  const destination = { write: (line: string) => void log.push(JSON.parse(line) as Line) };
  const parts = { database: shop.app.database, runtime: shop.runtime, schedule: clock.schedule, isOn: true };
  const lines = createAuditLines({ ...parts, logger: createLogger({ level: 'error', destination }) });
  const written = () => log.map(({ audit }) => audit?.id);

  lines.start();
  await expect.poll(written).toEqual(await storedIds());
  expect(log.map(({ audit }) => audit?.event)).toEqual(['log_in_refused', 'logged_in']);
  expect(log.every(({ audit }) => typeof audit?.account === 'number')).toBe(true);
  expect(log.some(({ audit }) => audit !== undefined && 'affiliate' in audit)).toBe(false);
  expect(JSON.stringify(log)).not.toMatch(/198\.51|wrong-7351|demo|example/);

  shop.runtime.advance(1_000);
  await visit(shop, affiliateLogin, { body: { email: 'affiliate@example.com', password: 'demo1234' } });
  clock.advance(5_000);
  await expect.poll(() => log.at(-1)?.audit).toMatchObject({ account: null, affiliate: expect.any(Number) as number });
  const late = { id: shop.runtime.newId(), at: new Date(shop.runtime.now() - 30_000) };
  await writeAudit(shop.app.database, { ...late, event: 'document_viewed', actor: 'operator:ada' });
  clock.advance(5_000);
  await expect.poll(() => written().includes(late.id)).toBe(true);
  const last = { id: shop.runtime.newId(), at: new Date(shop.runtime.now()) };
  await writeAudit(shop.app.database, { ...last, event: 'logged_out', actor: 'customer' });
  await lines.stop();
  expect(written().at(-1)).toBe(last.id);
  expect(written().toSorted()).toEqual((await storedIds()).toSorted());
});

test('only servers with the setting write the audit log to their log', async () => {
  const silent = await createTestApp();
  await silent.logIn();
  await silent.close();
  expect(silent.log.filter((line) => 'audit' in line)).toEqual([]);
  const shipping = await createTestApp({ env: { AUDIT_LINES: 'on' } });
  await shipping.logIn();
  await shipping.close();
  expect(shipping.log.filter((line) => 'audit' in line)).toMatchObject([
    { msg: 'audit', audit: { event: 'logged_in' } },
  ]);
});
