import { describe, expect, test } from 'vitest';
import type { ColumnName } from '../../../src/server/reconciliation/read-provider-file.ts';
import { readTyped } from '../../support/read-typed.ts';
import { findColumns, readRow } from '../../../src/server/reconciliation/read-provider-file.ts';
import { readAmount, readMoment } from '../../../src/lib/format/read-values.ts';
import { ledgerArea } from '../../../src/server/reconciliation/ledger-commands.ts';

/** Tests how providers' files are read, in the formats that occur. */

describe('an amount', () => {
  const read = (text: string, more: Partial<Parameters<typeof readAmount>[1]> = {}) =>
    readAmount(text, { unit: 'major', decimal: null, ...more });

  test.each([
    ['250', 25_000],
    ['250.5', 25_050],
    ['250,50', 25_050],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1 234,56 €', 123_456],
    ['1’234.56', 123_456],
    ['EUR 12.00', 1_200],
    ['1,234,567', 123_456_700],
    ['-80.00', -8_000],
    ['−80,00', -8_000],
    ['12.3400', 1_234],
    ['0', 0],
  ])('%s is read', (text, minor) => expect(read(text)).toBe(minor));

  test.each([
    '',
    'abc',
    '1.234',
    '1,234',
    '12.345.6',
    '1.23.45',
    '12,345',
    '1.2345',
    '--1',
    '1e3',
    '99999999999999999',
  ])('%s is invalid or ambiguous', (text) => expect(read(text)).toBe(null));

  test('is unambiguous if the operator names the decimal separator', () => {
    expect(read('1.234', { decimal: 'comma' })).toBe(123_400);
    expect(read('1,234', { decimal: 'point' })).toBe(123_400);
    expect(read('1.23', { decimal: 'comma' })).toBe(null);
  });

  test('can be in cents', () => {
    expect(read('25000', { unit: 'minor' })).toBe(25_000);
    expect(read('-1', { unit: 'minor' })).toBe(-1);
    expect(read('0.5', { unit: 'minor' })).toBe(null);
  });
});

describe('a date', () => {
  const read = (text: string, dates: 'dmy' | 'mdy' | null = null) => {
    const moment = readMoment(text, dates);
    return moment && [new Date(moment.fromMs).toISOString(), new Date(moment.untilMs).toISOString()];
  };
  const at = (iso: string) => [iso, iso];
  const day = (date: string) => [`${date}T00:00:00.000Z`, `${date}T23:59:59.999Z`];

  test.each([
    ['2026-11-02T10:20:30Z', at('2026-11-02T10:20:30.000Z')],
    ['2026-11-02 10:20', at('2026-11-02T10:20:00.000Z')],
    ['2026-11-02 10:20:30 UTC', at('2026-11-02T10:20:30.000Z')],
    ['2026-11-02T10:20:30.123+02:00', at('2026-11-02T08:20:30.000Z')],
    ['2.11.2026 10:20', at('2026-11-02T10:20:00.000Z')],
    ['1762078830', at('2025-11-02T10:20:30.000Z')],
    ['1762078830000', at('2025-11-02T10:20:30.000Z')],
    ['2026-11-02', day('2026-11-02')],
    ['02.11.2026', day('2026-11-02')],
    ['13/11/2026', day('2026-11-13')],
    ['11/13/2026', day('2026-11-13')],
  ])('%s is read', (text, moment) => expect(read(text)).toEqual(moment));

  test.each(['', 'yesterday', '2026-02-30', '03/04/2026', '31.02.2026', '2026-11-02 25:00'])(
    '%s is invalid or ambiguous',
    (text) => expect(read(text)).toBe(null),
  );

  test('is unambiguous if the operator names the order', () => {
    expect(read('03/04/2026', 'dmy')).toEqual(day('2026-04-03'));
    expect(read('03/04/2026', 'mdy')).toEqual(day('2026-03-04'));
  });
});

describe('the columns', () => {
  const none: ReadonlyMap<ColumnName, string> = new Map();

  test('are found by their usual names, or by those of the operator', () => {
    expect(findColumns(['ID', 'Amount', 'Status'], none)).toEqual({ id: 0, reference: 0, amount: 1, status: 2 });
    expect(findColumns(['id', 'order_id', 'amount'], none)).toEqual({ id: 1, reference: 0, amount: 2 });
    expect(findColumns(['id', 'reference', 'amount'], none)).toEqual({ id: 0, reference: 1, amount: 2 });
    const named = new Map<ColumnName, string>([
      ['id', 'Unser Zeichen'],
      ['amount', 'Brutto'],
    ]);
    expect(findColumns(['Brutto', ' Unser Zeichen '], named)).toEqual({ id: 1, amount: 0 });
  });

  test.each([
    [['id', 'total'], none, 'Which column is the amount? The file has id, total.'],
    [['amount', 'note'], none, 'Which column names the payment'],
    [['id', 'amount'], new Map([['amount', 'gross']] as const), 'There is no column gross. The file has id, amount.'],
  ])('%j are not enough', (header, named, text) => expect(findColumns(header, named)).toContain(text));

  test('of an unreadable row are named', () => {
    const formats = { unit: 'major', decimal: null, dates: null, paidWords: new Set(['paid']) } as const;
    const columns = { id: 0, amount: 1, date: 2, status: 3 };
    const read = (...values: string[]) => readRow({ line: 7, values }, { ...formats, columns });
    expect(read('a', '1.234', '', 'paid')).toEqual({ line: 7, why: 'the amount 1.234 is unreadable or ambiguous' });
    expect(read('a', '1', '03/04/2026')).toEqual({
      line: 7,
      why: 'the date 03/04/2026 is unreadable or ambiguous',
    });
    expect(read('', '1')).toEqual({ line: 7, why: 'it names no payment' });
    expect(read('a', '1', '', 'PAID')).toMatchObject({
      id: 'a',
      amountMinor: 100,
      isPaid: true,
      currency: null,
      at: null,
    });
    expect(read('a', '1')).toMatchObject({ isPaid: false });
  });
});

const days = '--from and --until take a date such as 2026-11-02, and --from must not be later.';
const usage =
  'reconcile <file.csv> --provider <name> [--columns <ours=theirs,…>] [--unit <major|minor>] [--decimal <point|comma>] [--dates <dmy|mdy>] [--paid <word,…>] [--from <day>] [--until <day>]';
const named = '--columns can name id, reference, amount, currency, status, date, such as id=order,amount=gross.';

test.each([
  ['', 'The file is missing.'],
  ['file.csv', '--provider is missing.'],
  ['--provider stripe', 'The file is missing.'],
  ['--provider stripe a.csv b.csv', `reconcile takes no b.csv: ${usage}`],
  ['--provider stripe a.csv --unit cents', '--unit must be one of major, minor.'],
  ['--provider stripe a.csv --columns total=gross', named],
  ['--provider stripe a.csv --columns amount', named],
  ['--provider stripe a.csv --from tomorrow', days],
  ['--provider stripe a.csv --from 2026-02-02 --until 2026-02-01', days],
  ['--provider stripe a.csv --what', 'There is no --what.'],
  ['--provider --columns a.csv', '--provider needs a value.'],
])('%s is not understood', (line, why) => {
  expect(readTyped(ledgerArea, ['reconcile', ...line.split(' ').filter(Boolean)])).toBe(why);
});
