import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../../../src/lib/contract/entities.ts';
import type { DataLock } from '../../../src/server/db/data-lock.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { areas } from '../../../src/server/operator-desk.ts';
import { sentMails } from '../../support/accounts/sent-mails.ts';
import { askWithdrawal } from '../../support/payments/asked-money.ts';
import { onPostgres } from '../../support/test-database.ts';
import { runOperator } from '../../support/product/run-program.ts';
import { failAudits, holdFolder, useDesk } from './desk-floor.ts';

/**
 * Operators in separate processes beside one server: on PostgreSQL each process connects to the database, otherwise to
 * the server's socket.
 */

const { shop, query, audited } = useDesk();
const email = 'demo@example.com';
const reason = ['--reason', 'Seen in person'];
let lock: DataLock;
let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'operator-'));
  lock = await holdFolder(shop().dataDir);
});
afterAll(async () => {
  await lock.release();
  await rm(cwd, { recursive: true });
});

async function operator(...args: string[]): Promise<{ code: number; said: string }> {
  const { connectionString = '' } = shop().app.database.pool.options;
  const env = { INIT_CWD: cwd, ...(onPostgres && { DATABASE_URL: connectionString }) };
  const { code, stdout, stderr } = await runOperator({ dataDir: shop().dataDir, env }, ...args);
  return { code, said: stdout + stderr };
}

const accountId = async () =>
  (await query<{ id: number }>('select id from accounts where email = $1', [email]))[0]?.id ?? NaN;

async function checkedWithdrawal(): Promise<string> {
  const request = { accountId: await accountId(), amountMinor: 1_000, at: new Date(shop().runtime.now()) };
  const id = await askWithdrawal(shop().app.database, request);
  expect(await operator('transactions', 'check', id)).toMatchObject({ code: 0 });
  return id;
}

const approvals = (id: string) =>
  query(`select by_operator as by from transaction_steps where transaction_id = $1 and step = 'approved'`, [id]);

/** One command of each area, with its expected exit code. */
const typedOnce: readonly (readonly [code: number, ...args: string[]])[] = [
  [0, 'customers', 'show', email],
  [0, 'documents', 'list'],
  [0, 'transactions', 'list', '--all'],
  [0, 'positions', 'list'],
  [0, 'sessions', 'list', email],
  [0, 'second-factor', 'show', email],
  [0, 'affiliates', 'list'],
  [0, 'popups', 'publish', '--email', email, '--title', 'News', '--html', '<p>Good morning</p>'],
  [0, 'messages', 'list'],
  [0, 'assets', 'list'],
  [0, 'categories', 'list'],
  [1, 'feeds', 'status'],
  [0, 'content', 'status'],
  [0, 'dry-run', '--spread', '20'],
  [0, 'ledger', 'verify'],
  [1, 'statement', 'verify', 'none.csv'],
  [onPostgres ? 1 : 0, 'backup', 'copy'],
];

describe('beside a server', { timeout: 300_000 }, () => {
  test('every area is covered here', () => {
    expect(typedOnce.map(([, area]) => area).toSorted()).toEqual(areas.map(({ name }) => name).toSorted());
  });

  test.each(typedOnce)('it ends with %s: %s %s', async (code, ...args) => {
    const answer = await operator(...args.map(String), '--json');
    expect(answer, answer.said).toMatchObject({ code });
    const { data, why } = JSON.parse(answer.said) as { data?: unknown; why?: string };
    expect(data ?? why).toBeDefined();
  });

  test('of two operators who approve a withdrawal at once, one does it and the other is told who', async () => {
    const id = await checkedWithdrawal();
    const both = await Promise.all([0, 1].map(() => operator('transactions', 'approve', id)));
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    const { username } = userInfo();
    expect(both.find(({ code }) => code === 1)?.said).toContain(`It was already approved by ${username}, `);
    expect(await approvals(id)).toEqual([{ by: username }]);
    expect(await verifyLedger(shop().app.database)).toMatchObject({ holds: true });
  });

  test('of two operators who block a customer at once, one does it and the other is told who', async () => {
    const both = await Promise.all([0, 1].map(() => operator('customers', 'block', email, ...reason)));
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(both.find(({ code }) => code === 1)?.said).toContain('was already blocked by ');
    expect(await audited('account_blocked')).toHaveLength(1);
    expect(await operator('customers', 'unblock', email, ...reason)).toMatchObject({ code: 0 });
  });

  test('a command that fails in the middle leaves nothing: no state, no record, no mail, no notice', async () => {
    const id = await checkedWithdrawal();
    const socket = await shop().customerSocket((await shop().logIn(email)).accessToken);
    const levels: (string | null)[] = [];
    let isOut = false;
    socket.on('user', ({ level }: User) => levels.push(level)).on('disconnect', () => (isOut = true));
    // Once this change has been pushed, later changes are pushed too.
    expect(await operator('customers', 'level', email, 'Silver', ...reason)).toMatchObject({ code: 0 });
    await expect.poll(() => levels.at(-1), { timeout: 30_000 }).toBe('Silver');
    const heard = levels.length;
    // The test recognises changes by their instant.
    shop().runtime.advance(1_000);
    const left = () =>
      query(
        `select (select count(*)::int from mail_outbox) as mails, (select count(*)::int from audit_entries) as entries,
           (select count(*)::int from ledger_entries) as booked, (select count(*)::int from sessions) as sessions,
           (select count(*)::int from popups) as popups, a.blocked_at, a.verified, a.level, a.balance_minor, a.reserved_minor
         from accounts a where a.email = $1`,
        [email],
      );
    const { dataDir, app } = shop();
    await app.mailer.work();
    const [before, mails] = [await left(), (await sentMails(dataDir)).length];
    await failAudits(query, async () => {
      for (const args of [
        ['transactions', 'approve', id],
        ['transactions', 'deposit', email, '20', ...reason],
        ['customers', 'block', email, ...reason],
        ['customers', 'unverify', email, ...reason],
        ['sessions', 'end', email, ...reason],
        ['popups', 'publish', '--all', '--title', 'News', '--html', '<p>Good morning</p>'],
      ])
        expect(await operator(...args), args.join(' ')).toMatchObject({ code: 1 });
    });
    expect(await left()).toEqual(before);
    expect(await sentMails(dataDir)).toHaveLength(mails);
    expect(await approvals(id)).toEqual([]);
    expect(await operator('customers', 'level', email, 'Platinum', ...reason)).toMatchObject({ code: 0 });
    await expect.poll(() => levels.slice(heard), { timeout: 30_000 }).toEqual(['Platinum']);
    expect(isOut).toBe(false);
  });
});
