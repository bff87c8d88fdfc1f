import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDatabase } from '../../support/database-templates.ts';
import { runOperator } from '../../support/operator-here.ts';
import { makeDataFolder } from '../../support/product/start-product.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { onPostgres } from '../../support/test-database.ts';

/** `npm run operator -- transactions`: exit codes, and what a customer sees of it. */

let folder: Awaited<ReturnType<typeof makeDataFolder>>;

beforeEach(async () => {
  folder = await makeDataFolder();
});
afterEach(() => folder.remove());

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await runOperator({ dataDir: folder.path, env }, 'transactions', ...args);
  return { code, text: code === 0 ? stdout : stderr };
}

test('misread commands, results and refusals differ by exit code', { timeout: 120_000 }, async () => {
  await copyDatabase(folder.path, 'migrated');
  const misread = await run(['approve', 'this']);
  const why = 'this is not an id. Type at least its first 8 digits.';
  expect(misread).toEqual({
    code: 2,
    text: `${why}\nnpm run operator -- transactions --help shows the usage.\n`,
  });
  expect(await run(['approve', '--help'])).toEqual({
    code: 0,
    text: expect.stringMatching(/^Usage: npm run operator -- transactions approve <id> \[--amount/) as string,
  });
  expect(await run(['list'])).toEqual({ code: 0, text: 'None found.\n' });
  const toNobody = await run(['bonus', 'nobody@example.com', '-10', '--reason', 'Nobody']);
  expect(toNobody).toEqual({ code: 1, text: 'There is no customer with this email.\n' });
  const byNobody = await run(['deposit', 'nobody@example.com', '10', '--reason', 'Sent by post', '--by', 'stirpe']);
  expect(byNobody).toEqual({ code: 1, text: expect.stringContaining('Unknown provider stirpe') as string });
  const byOne = await run(['deposit', 'nobody@example.com', '10', '--reason', 'Sent by post', '--by', 'sandbox']);
  expect(byOne, 'the party is known').toEqual(toNobody);
});

// Only one process can open the embedded database.
if (onPostgres) {
  test('beside a server, the customer sees the change at once', { timeout: 120_000 }, async () => {
    const shop: TestApp = await createTestApp();
    try {
      const { accessToken } = await shop.logIn();
      const socket = await shop.customerSocket(accessToken);
      const heard = (event: string) => new Promise<unknown>((resolve) => socket.once(event, resolve));
      const told = Promise.all([heard('balance'), heard('transactions')]);
      const { connectionString = '' } = shop.app.database.pool.options;
      const args = ['deposit', 'demo@example.com', '12.34', '--reason', 'Sent by post'];
      const done = await run(args, { DATABASE_URL: connectionString });
      expect(done).toEqual({ code: 0, text: expect.stringContaining('Manual deposit  EUR 12.34') as string });
      const { rows } = await shop.app.database.query<{ balance: number }>(
        `select balance_minor as balance from accounts where email = 'demo@example.com'`,
      );
      expect((await told)[0]).toMatchObject({ balance: rows[0]!.balance / 100 });
    } finally {
      await shop.close();
    }
  });
}
