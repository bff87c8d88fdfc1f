import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseCsv, readCsv, separatorOf } from '../../src/server/read-csv.ts';

async function* inPieces(...pieces: string[]): AsyncGenerator<string> {
  for (const piece of pieces) {
    await Promise.resolve();
    yield piece;
  }
}

async function valuesOf(...pieces: string[]): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { values } of readCsv(inPieces(...pieces))) rows.push(values);
  return rows;
}

describe('a CSV file', () => {
  test('is split by the separator that its header uses', async () => {
    expect(await valuesOf('a,b\n1,2\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(await valuesOf('\uFEFFa;b\r\n"1;x";"2,50"\r\n')).toEqual([
      ['a', 'b'],
      ['1;x', '2,50'],
    ]);
    expect(separatorOf('"a,b,c"\tb\tc')).toBe('\t');
  });

  test('keeps quotes, separators and lines that are in quotes, and skips empty lines', async () => {
    expect(await valuesOf('a,b\n\n"say ""so""","one\ntwo"\n\n')).toEqual([
      ['a', 'b'],
      ['say "so"', 'one\ntwo'],
    ]);
  });

  test('may have quotes inside values without quotes, and blanks around values in quotes', async () => {
    expect(await valuesOf('a,b\n5" screen,1\n"2" , "3,50" \n')).toEqual([
      ['a', 'b'],
      ['5" screen', '1'],
      ['2', '3,50'],
    ]);
  });

  test('ends with the record whose quote is never closed, which has no values', async () => {
    const read: { line: number; values: string[] }[] = [];
    for await (const record of readCsv(inPieces('a,b\n1,"2\n3,4\n'))) read.push(record);
    expect(read).toEqual([
      { line: 1, values: ['a', 'b'] },
      { line: 2, values: [] },
    ]);
    expect(parseCsv('a,b\n1,"2\n3,4\n')).toEqual([['a', 'b']]);
  });

  test('that cannot be read rejects with the fault of its source', async () => {
    async function* broken() {
      yield await Promise.resolve('a,b\n1,2\n');
      throw new Error('gone');
    }
    const reading = async () => {
      for await (const record of readCsv(broken())) expect(record).toBeDefined();
    };
    await expect(reading()).rejects.toThrow('gone');
  });

  test('is released if nobody reads the rest', async () => {
    let isReleased = false;
    async function* endless() {
      try {
        for (;;) yield await Promise.resolve('a,b\n');
      } finally {
        isReleased = true;
      }
    }
    for await (const { line } of readCsv(endless())) if (line === 3) break;
    await vi.waitFor(() => expect(isReleased).toBe(true));
  });

  test.each(['\n', '\r\n', '\r'])('says on which line each record begins, if lines end with %j', async (end) => {
    const text = ['a,b', '"1', '2",3', '', '4,5'].join(end);
    const read: { line: number; values: string[] }[] = [];
    for await (const record of readCsv(inPieces(...Array.from(text)))) read.push(record);
    expect(read).toEqual([
      { line: 1, values: ['a', 'b'] },
      { line: 2, values: [`1${end}2`, '3'] },
      { line: 5, values: ['4', '5'] },
    ]);
  });

  test('is read the same in any chunks', async () => {
    const value = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '7', ' ') });
    const row = fc.tuple(value, value, value);
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const cut = fc.array(fc.nat(80), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 6 }),
        cut,
        fc.constantFrom('\n', '\r\n', '\r'),
        async (rows, cuts, end) => {
          const text = ['x,y,z', ...rows.map((values) => values.map(quoted).join(','))].join(end);
          const places = [0, ...cuts.sort((one, other) => one - other), text.length];
          const pieces = places.slice(1).map((end, at) => text.slice(places[at], Math.max(end, places[at] ?? 0)));
          expect(await valuesOf(...pieces)).toEqual([['x', 'y', 'z'], ...rows]);
        },
      ),
    );
  });
});
