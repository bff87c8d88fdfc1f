import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StatementFormat } from '../../../src/lib/contract/payments/payment-calls.ts';
import { getStatement } from '../../../src/lib/contract/payments/payment-calls.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { statementKey } from '../../../src/server/statements/statement-seal.ts';
import { parseCsv } from '../../../src/server/read-csv.ts';
import { attachmentOf, readStatementFile, verifyStatement } from '../../../src/server/statements/verify-statement.ts';
import type { LivedDays } from '../../support/payments/lived-days.ts';
import { liveDays } from '../../support/payments/lived-days.ts';
import { testMasterKey } from '../../support/test-app.ts';
import { runOperator } from '../../support/operator-here.ts';

/** A customer's money across two midnights, in statements and in the command that verifies them. */

const period = { from: '2026-11-03', until: '2026-11-04' } as const;
const key = statementKey(testMasterKey);

let lived: LivedDays;
const files = {} as Record<StatementFormat, Buffer>;

beforeAll(async () => {
  lived = await liveDays();
  for (const format of ['csv', 'pdf'] as const) files[format] = await makeFile(period, format);
}, 120_000);
afterAll(async () => {
  await lived.shop.close();
  await lived.database.close();
  await lived.storage.remove();
});

function ask(request: Record<string, unknown>) {
  return lived.shop.call(getStatement, {
    accessToken: lived.accessToken,
    body: { ...period, format: 'csv', language: 'de', ...request },
  });
}

async function makeFile(days: { from: string; until: string }, format: StatementFormat = 'csv'): Promise<Buffer> {
  const { body } = await ask({ ...days, format });
  if (body.status === 'error') throw new Error(JSON.stringify(body.error));
  return Buffer.from(body.data.content, 'base64');
}

/** The rows of some kinds, without the columns that differ in each run. */
function rowsOf(csv: Buffer, ...records: string[]): string[][] {
  const rows = parseCsv(csv.toString()).filter(([record = '']) => records.includes(record));
  return rows.map(([record = '', , , , reference = '', description = '', ...figures]) => {
    return [record, reference.split(':')[0] ?? '', description, ...figures.slice(0, 4)];
  });
}

const money = (major: number) => major.toFixed(2);

describe('the figures', () => {
  test('each row is a ledger entry of the period, first and last instant included, with its postings', () => {
    const { profit } = lived;
    const [before, after] = [1700, 1700 + profit];
    const own = after - 200;
    expect(profit).toBeLessThan(0);
    expect(rowsOf(files.csv, 'line', 'posting')).toEqual([
      ['line', 'deposit', 'Manuelle Einzahlung', '', '1000.00', '700.00', '1700.00'],
      ['posting', 'deposit', '', 'customer', '1000.00', '500.00', '1500.00'],
      ['line', 'close', 'Position geschlossen: Kauf BTCUSD', '', money(profit), money(before), money(after)],
      ['posting', 'close', '', 'customer', money(profit), '1500.00', money(own)],
      ['line', 'withdrawal', 'Auszahlung beantragt, Betrag reserviert', '', '0.00', money(after), money(after)],
      ['posting', 'withdrawal', '', 'customer', '-300.00', money(own), money(own - 300)],
      ['posting', 'withdrawal', '', 'customer_reserved', '300.00', '0.00', '300.00'],
      ['line', 'withdrawal-sent', 'Auszahlung ausgeführt', '', '-300.00', money(after), money(after - 300)],
      ['posting', 'withdrawal-sent', '', 'customer_reserved', '-300.00', '300.00', '0.00'],
    ]);
  });

  test('include each book’s balance before and after, and the sum of each kind of row', () => {
    const { profit } = lived;
    const own = 1500 + profit - 300;
    const held = (record: string) => rowsOf(files.csv, record).map((row) => [row[3], row[6]]);
    const rest = [
      ['customer_bonus', '200.00'],
      ['customer_credit', '0.00'],
      ['customer_reserved', '0.00'],
    ];
    expect(held('opening')).toEqual([['customer', '500.00'], ...rest, ['total', '700.00']]);
    expect(held('closing')).toEqual([['customer', money(own)], ...rest, ['total', money(own + 200)]]);
    expect(rowsOf(files.csv, 'total').map((row) => [row[1], row[4]])).toEqual([
      ['deposit', '1000.00'],
      ['close', money(profit)],
      ['withdrawal', '0.00'],
      ['withdrawal-sent', '-300.00'],
    ]);
  });

  test('of the next day begin with the balances at which the last day ended', async () => {
    const next = await makeFile({ from: '2026-11-05', until: '2026-11-05' });
    const held = (csv: Buffer, record: string) => rowsOf(csv, record).map((row) => row.slice(3));
    expect(held(next, 'opening')).toEqual(held(files.csv, 'closing'));
    expect(rowsOf(next, 'line').map((row) => row[2])).toEqual(['Gutschrift']);
  });

  test('of days without events have no rows', async () => {
    const empty = await makeFile({ from: '2026-11-06', until: '2026-11-06' });
    expect(rowsOf(empty, 'line', 'total')).toEqual([]);
    expect(rowsOf(empty, 'opening').map((row) => row[6])).toEqual(rowsOf(empty, 'closing').map((row) => row[6]));
  });

  test('are also in the PDF, as the same file', () => {
    expect(attachmentOf(files.pdf)?.equals(files.csv)).toBe(true);
    expect(files.pdf.toString('latin1')).toContain('/Lang (de)');
  });
});

describe('a statement is refused for', () => {
  test.each([
    [{ from: '2026-11-04', until: '2026-11-03' }, 'until'],
    [{ from: '2026-02-30' }, 'from'],
    [{ until: '2026-11-07' }, 'until'],
    [{ from: '2016-11-03' }, 'from'],
    [{ until: undefined }, 'until'],
    [{ format: 'docx' }, 'format'],
    [{ language: 'fr' }, 'language'],
  ])('%j', async (request, field) => {
    const { status, body } = await ask(request);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION' } } });
    expect(body.status === 'error' && Object.keys(body.error.fields ?? {})).toEqual([field]);
  });
});

describe('a changed file', () => {
  test('is distinguished from an unchanged one, which agrees with the ledger', async () => {
    for (const file of Object.values(files)) {
      const { ok, findings } = await verifyStatement({ database: lived.database, key }, file);
      expect({ ok, findings }).toMatchObject({
        ok: true,
        findings: [expect.any(String), 'It agrees with the ledger.'],
      });
    }
  });

  test('is recognised whichever digit of the CSV differs', () => {
    const positions = [...files.csv.toString('latin1').matchAll(/\d/g)].map(({ index }) => index);
    expect(positions.length).toBeGreaterThan(500);
    for (const position of positions) {
      const changed = Buffer.from(files.csv);
      changed[position] = changed[position] === 0x39 ? 0x30 : changed[position]! + 1;
      expect(readStatementFile(changed, key).faults, `digit at ${position}`).toHaveLength(1);
    }
  });

  test('is recognised whichever byte of the PDF differs, or if one follows it', () => {
    for (let position = 0; position < files.pdf.length; position += 61) {
      const changed = Buffer.from(files.pdf);
      changed[position] = changed[position]! ^ 1;
      expect(readStatementFile(changed, key).faults.length, `byte ${position}`).toBeGreaterThan(0);
    }
    expect(readStatementFile(Buffer.concat([files.pdf, Buffer.from('\n')]), key).faults).toHaveLength(1);
  });

  test('has no valid seal, even with a new checksum', () => {
    const other = statementKey(Buffer.alloc(32, 1));
    expect(readStatementFile(files.csv, other).faults).toHaveLength(1);
    expect(readStatementFile(files.pdf, other).faults).toHaveLength(2);
  });

  test('the first row that differs from the ledger is named', async () => {
    const changed = Buffer.from(files.csv.toString().replaceAll('-300.00', '-800.00'));
    const { ok, findings } = await verifyStatement({ database: lived.database, key }, changed);
    expect(ok).toBe(false);
    expect(findings.at(-1)).toMatch(
      /the file says “posting 3 .* customer -800\.00 .*the ledger “posting 3 .* -300\.00/,
    );
  });
});

async function verifyByCommand(bytes: Buffer): Promise<{ code: number; text: string }> {
  const { storage } = lived;
  const folder = await mkdtemp(join(tmpdir(), 'statement-'));
  const path = join(folder, 'statement');
  await writeFile(path, bytes);
  const env = { SECRET_KEY: testMasterKey.toString('hex'), ...storage.env };
  const { code, stdout, stderr } = await runOperator({ dataDir: storage.dataDir, env }, 'statement', 'verify', path);
  await rm(folder, { recursive: true });
  return { code, text: stdout + stderr };
}

// This test comes last because it closes the database, which the command opens.
test(
  'the command exits with 1 for a changed file, and shows what has changed in the ledger since it was made',
  { timeout: 120_000 },
  async () => {
    const { database, shop, storage, accountId } = lived;
    await database.query('alter table ledger_postings disable trigger user');
    const posting = `account_id = ${accountId} and book = 'customer_reserved' and amount_minor = 30000`;
    await shop.close();
    await database.close();
    for (const file of [files.csv, files.pdf])
      expect(await verifyByCommand(file)).toEqual({ code: 0, text: expect.stringContaining('It agrees') as string });
    const forged = Buffer.from(files.csv.toString().replace('1000.00', '9000.00'));
    expect(await verifyByCommand(forged)).toMatchObject({
      code: 1,
      text: expect.stringContaining('was changed') as string,
    });
    const { DATABASE_URL: databaseUrl = null } = storage.env;
    const opened = await openDatabase({ databaseUrl, dataDir: storage.dataDir, poolSize: 1 });
    await opened.query(`update ledger_postings set balance_after_minor = 30001 where ${posting}`);
    await opened.close();
    const { code, text } = await verifyByCommand(files.pdf);
    expect({ code, text }).toMatchObject({
      code: 1,
      text: expect.stringContaining('The file is unchanged') as string,
    });
    expect(text).toMatch(/the ledger “posting 3 .* customer_reserved 300\.00 0\.01 300\.01/);
  },
);
