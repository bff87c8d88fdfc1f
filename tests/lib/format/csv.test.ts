import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvOf } from '../../../src/lib/format/csv.ts';
import { positionsCsv } from '../../../src/lib/format/positions-csv.ts';
import { openPositionOf } from '../../stores/trading/position-of.ts';

describe('CSV', () => {
  test.each([
    ['text and numbers', ['Bitcoin', 1.085_123_457, -3], 'Bitcoin,1.085123457,-3'],
    ['nothing', [null, '', null], ',,'],
    ['a comma, a quote, a line', ['a,b', 'say "so"', 'one\r\ntwo'], '"a,b","say ""so""","one\r\ntwo"'],
    ['money that was lost', ['-12.30', '-0.05'], '-12.30,-0.05'],
    ['what a spreadsheet would carry out', ['=1+1', '+A1', '-A1', '@SUM(A1)'], "'=1+1,'+A1,'-A1,'@SUM(A1)"],
    ['a formula that must be quoted too', ['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"`],
    ['what only looks like a number', ['-1+cmd', '-2.'], "'-1+cmd,'-2."],
    ['a formula behind white space', ['\t=1', '\n=1'], `'\t=1,"'\n=1"`],
  ])('%s', (_, row, line) => {
    expect(csvOf([row])).toBe(`${line}\r\n`);
  });

  test('a reader of RFC 4180 gets every text back, and never a formula', () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('=', '+', '-', '@', ',', '"', '\r', '\n', '\t', 'a', '1') }),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const read = readCsv(csvOf(rows));
        expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length));
        read.forEach((row, line) =>
          row.forEach((text, index) => {
            const original = rows[line]![index]!;
            expect([original, `'${original}`]).toContain(text);
            expect(/^[=+\-@\t\r\n]/.test(text) && !/^-?[\d.]+$/.test(text)).toBe(false);
          }),
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

test('positions have a header of the contract’s names, money of two decimals, rates with all of their digits', () => {
  const closed = openPositionOf({
    symbol: 'EURUSD',
    symbolName: 'Euro, US dollar',
    open_rate: 1.085_123_457,
    amount: 100.5,
    closed_rate: 1.09,
    close_date: '2026-11-20T12:00:00.250Z',
    stop_lost: 1.08,
    profit: -4.5,
    closingReason: 3,
    auto: 1,
  });
  expect(positionsCsv([openPositionOf({ profit: 12 }), closed], 'EUR').split('\r\n')).toEqual([
    'id,symbol,symbolName,direction,amount,leverage,open_rate,open_date,closed_rate,close_date,take_profit,stop_lost,profit,closingReason,protected,auto,currency',
    '018f0000-0000-7000-8000-000000000001,BTCUSD,Bitcoin,buy,100.00,10,50000,2026-11-20T10:00:00.000Z,,,,,12.00,,0,0,EUR',
    '018f0000-0000-7000-8000-000000000001,EURUSD,"Euro, US dollar",buy,100.50,10,1.085123457,2026-11-20T10:00:00.000Z,1.09,2026-11-20T12:00:00.250Z,,1.08,-4.50,Low Margin,0,1,EUR',
    '',
  ]);
});

/** Parses CSV strictly by RFC 4180, character by character. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') cell += text[index++]!;
      else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ',') {
      row.push(cell);
      cell = '';
    } else if (character === '\r' && text[index + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      index++;
    } else cell += character;
  }
  return rows;
}
