import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import type { Comparison } from '../../../src/server/reconciliation/compare-payments.ts';
import { moveByHand } from '../../../src/server/payments/by-hand/move-by-hand.ts';
import { updateStarted } from '../../../src/server/payments/payment-rows.ts';
import { stepWithdrawal } from '../../../src/server/payments/step-withdrawal.ts';
import { copyDatabase } from '../../support/database-templates.ts';
import { runOperator } from '../../support/operator-here.ts';
import { askDeposit, askWithdrawal } from '../../support/payments/asked-money.ts';
import { settleAndKeep } from '../../support/payments/kept-report.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';
import { openAccount } from '../../support/trading-floor.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';

/** The operator's commands that verify the books, by themselves and against a provider's list. */

const runtime = createTestRuntime();
const at = new Date(runtime.now());
let dataDir: string;
/** Ids of transactions by their outcome. */
const ids: Record<'paid' | 'other' | 'waiting' | 'sent' | 'missed', string> = {
  ...{ paid: '', other: '', waiting: '', sent: '', missed: '' },
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ledger-commands-'));
  await copyDatabase(dataDir, 'migrated');
  await onDatabase(async (database) => {
    const accountId = await openAccount(database, { balanceMinor: 50_000 });
    ids.paid = await deposit(database, accountId, { amountMinor: 25_000, paid: true });
    ids.other = await deposit(database, accountId, { amountMinor: 30_000, paid: true });
    ids.missed = await deposit(database, accountId, { amountMinor: 40_000, paid: true });
    ids.waiting = await deposit(database, accountId, { amountMinor: 99_900, paid: false });
    ids.sent = await askWithdrawal(database, { accountId, amountMinor: 10_050, at });
    for (const step of ['checked', 'approved', 'sent'] as const) {
      const parts = { database, ...settlingParts(runtime) };
      const taken = await stepWithdrawal(parts, {
        transactionId: ids.sent,
        step,
        actor: 'operator:ada',
        party: 'quick',
      });
      if (!taken.ok) throw new Error(taken.problem.code);
    }
  });
}, 60_000);
afterAll(() => rm(dataDir, { recursive: true }));

async function onDatabase<Value>(work: (database: Database) => Promise<Value>): Promise<Value> {
  const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
  return work(database).finally(() => database.close());
}

async function deposit(
  database: Database,
  accountId: number,
  { amountMinor, paid }: { amountMinor: number; paid: boolean },
): Promise<string> {
  const transactionId = await askDeposit(database, { accountId, amountMinor, typeId: 1, provider: 'quick', at });
  await updateStarted(database, { transactionId, reference: `q-${amountMinor}`, redirectUrl: null, at });
  const report = { outcome: 'paid', amountMinor, currency: 'EUR', reference: null } as const;
  if (paid) {
    await database.transaction((connection) =>
      settleAndKeep(connection, settlingParts(runtime), { transactionId, accountId, report, provider: 'quick' }),
    );
  }
  return transactionId;
}

const command = (...args: string[]) => runOperator({ dataDir, env: { INIT_CWD: dataDir } }, 'ledger', ...args);

const reconcile = (...args: string[]) => command('reconcile', ...args);

async function fileOf(lines: readonly string[]): Promise<string> {
  const file = join(dataDir, 'provider.csv');
  await writeFile(file, `\uFEFF${lines.join('\r\n')}\r\n`);
  return file;
}

describe('a provider’s file', () => {
  const header = 'Zeichen;Referenz;Betrag;Waehrung;Zustand;Datum';
  const columns = 'id=Zeichen,reference=Referenz,amount=Betrag,currency=Waehrung,status=Zustand,date=Datum';
  const how = ['--provider', 'quick', '--columns', columns, '--paid', 'bezahlt'];
  const day = '02.11.2026 12:00';

  test('agrees with the books if each row is as we have it', async () => {
    const file = await fileOf([
      header,
      `${ids.paid};;"250,00";EUR;bezahlt;${day}`,
      `;q-30000;300;EUR;bezahlt;${day}`,
      `;q-40000;400,00 €;EUR;bezahlt;02.11.2026`,
      `${ids.waiting};;999,00;EUR;offen;${day}`,
      `${ids.sent};x;-100,50;EUR;bezahlt;${day}`,
    ]);
    const { code, stdout } = await reconcile(...how, file);
    expect(stdout).toContain('matched                 5\n');
    expect(stdout).toContain(
      'EUR 849.50 at the provider, EUR 849.50 in the books, difference EUR 0.00\nBoth sides agree.',
    );
    expect(code).toBe(0);
  });

  test('gets a finding for each row that does not agree', async () => {
    const file = await fileOf([
      header,
      `${ids.paid};;250,00;EUR;bezahlt;${day}`,
      `${ids.paid};;250,00;EUR;bezahlt;${day}`,
      `${ids.other};;299,00;USD;bezahlt;05.11.2026`,
      `${ids.waiting};;999,00;EUR;bezahlt;${day}`,
      `;q-unknown;7,00;EUR;bezahlt;${day}`,
      `${ids.sent};;1.234;EUR;bezahlt;${day}`,
    ]);
    const { code, stdout } = await reconcile(...how, file, '--json');
    expect(code).toBe(1);
    const { ok, data } = JSON.parse(stdout) as { ok: boolean; data: Pick<Comparison, 'findings'> };
    expect({ ok, data }).toMatchObject({ ok: false, data: { provider: 'quick', agrees: false } });
    expect(data.findings.map(({ verdict, payment, reasons }) => [verdict, payment, reasons.length])).toEqual([
      ['duplicate', ids.paid, 2],
      ['different', ids.other, 4],
      ['different', ids.waiting, 1],
      ['missing at us', 'q-unknown', 1],
      ['unreadable', '', 1],
      // A report that the provider sent earlier is a second reason for the finding; providers report nothing about
      // withdrawals.
      ...[ids.missed, ids.sent].sort().map((id) => ['missing at the provider', id, id === ids.sent ? 1 : 2]),
    ]);
  });

  test('may contain refunds, which agree once an operator has reversed the deposit; reports are a reason', async () => {
    const reported = {
      eventKey: 'e',
      transactionId: ids.waiting,
      reference: null,
      outcome: 'paid',
      amountMinor: 99_800,
    };
    await onDatabase(async (database) => {
      const { rows } = await database.query<{ id: number }>(
        `select account_id as id from transactions where id = '${ids.paid}'`,
      );
      const parts = { database, ...settlingParts(runtime), actor: 'operator:ada', amountText: String } as const;
      const request = { kind: 'deposit', amountMinor: -30_000, party: 'quick', why: 'Refunded' } as const;
      expect(await moveByHand(parts, { ...request, accountId: rows[0]?.id ?? NaN })).toMatchObject({ ok: true });
      await database.query(
        `insert into payment_events (id, provider, event_key, body, event, received_at, outcome)
         values ($1, 'quick', 'e', '', $2, $3, 'hold')`,
        [runtime.newId(), JSON.stringify({ ...reported, currency: 'JPY' }), at],
      );
    });
    const file = await fileOf([
      header,
      `${ids.other};;300,00;EUR;bezahlt;${day}`,
      `${ids.other};;-300,00;EUR;refunded;${day}`,
      `${ids.paid};;250,00;EUR;bezahlt;${day}`,
      `${ids.paid};;-100,00;EUR;bezahlt;${day}`,
      `${ids.waiting};;998,00;EUR;bezahlt;${day}`,
      `;q-40000;400,00;EUR;bezahlt;${day}`,
      `${ids.sent};x;-100,50;EUR;bezahlt;${day}`,
    ]);
    const { stdout } = await reconcile(...how, file);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      'Columns: id=Zeichen, reference=Referenz, amount=Betrag, currency=Waehrung, status=Zustand, date=Datum',
      `refunded  line 5  ${ids.paid}  refunded, not in our books: EUR -100.00; reported paid EUR 250.00, credited`,
      expect.stringMatching(
        `^different  line 6  ${ids.waiting}  status: paid there, pending here; .*reported paid 99800 minor units of JPY, held$`,
      ),
      'matched                 5',
    ]);
  });

  test.each([
    [['id'], 'id=id, reference=id', 'currency, date'],
    [['order_id'], 'id=order_id', 'reference, currency, date'],
    [['reference'], 'reference=reference', 'id, currency, date'],
    [['id', 'reference'], 'id=id, reference=reference', 'currency, date'],
  ])('may have our ids in one of %j, and the output says in which', async (titles, taken, none) => {
    const names = [ids.paid, ids.missed].map((id, at) => [id, `x-${at}`].slice(0, titles.length).join());
    const file = await fileOf([`${titles.join()},amount,status`, `${names[0]},250.00,paid`, `${names[1]},400.00,paid`]);
    const { code, stdout } = await reconcile('--provider', 'quick', '--until', '2026-11-01', file);
    expect([code, stdout.split('\n').slice(0, 2)]).toEqual([
      0,
      [`Columns: ${taken}, amount=amount, status=status; none for ${none}`, 'matched                 2'],
    ]);
  });

  test('may have 100,000 rows', async () => {
    const lines = Array.from({ length: 100_000 }, (_, line) => `order-${line};;"1.000,00";EUR;abgelehnt;${day}`);
    const file = await fileOf([header, ...lines, `${ids.paid};;250,00;EUR;bezahlt;${day}`]);
    const { code, stdout } = await reconcile(...how, '--until', '2026-11-01', file);
    expect(stdout).toContain('matched                 100001\n');
    expect(code).toBe(0);
  });

  test.each([
    [[], 2, 'The file is missing.\nnpm run operator -- ledger --help'],
    [['--provider', 'quick'], 2, 'The file is missing.\nnpm run operator -- ledger --help'],
    [['--provider', 'nobody', 'x.csv'], 1, 'There are no payments of a provider nobody. Providers: manual, quick.'],
    [['--provider', 'quick', '/nowhere.csv'], 1, '/nowhere.csv cannot be read: ENOENT'],
  ])('%j is refused with a message', async (args, exitCode, text) => {
    const { code, stdout, stderr } = await reconcile(...args);
    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(text);
  });
});

describe('the verification of the books', () => {
  const verify = () => command('verify');

  test('names every invariant that holds', async () => {
    const { code, stdout } = await verify();
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines.slice(0, -1).every((line) => line.startsWith('holds  '))).toBe(true);
    expect(lines.length).toBeGreaterThan(12);
    expect(lines.at(-1)).toBe('The ledger agrees.');
  });

  test('names the first break', async () => {
    const amount = (by: string) =>
      `update payments set amount_minor = amount_minor ${by} where transaction_id = '${ids.paid}'`;
    await onDatabase((database) => database.query(amount('+ 1')));
    const { code, stderr } = await verify();
    await onDatabase((database) => database.query(amount('- 1')));
    expect(code).toBe(1);
    expect(stderr).toContain('The ledger DOES NOT agree. The first error: Each payment succeeded exactly if');
    expect(stderr).toContain(`payment ${ids.paid}: succeeded, 25001 of account`);
  });
});
