import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { expect, test } from 'vitest';
import { createLookUp } from '../../../src/server/trading/desk/look-up-positions.ts';

interface Found {
  id: string;
  accountId: number;
  isOpen: boolean;
}

/** The test answers each read, with rows or with a fault. */
function openReads() {
  const reads: { wanted: string[]; answer: (rows: Found[] | Error) => void }[] = [];
  let tell: () => void = () => undefined;
  const lookUp = createLookUp({
    query: <Row extends QueryResultRow>(asked: string | QueryConfig) =>
      new Promise<QueryResult<Row>>((resolve, reject) => {
        const { values = [] } = typeof asked === 'string' ? {} : asked;
        const [, wanted = []] = values as [number[]?, string[]?];
        const answer = (found: Found[] | Error) => {
          if (found instanceof Error) reject(found);
          else
            resolve({ rows: found as unknown as Row[], rowCount: found.length, command: 'SELECT', oid: 0, fields: [] });
        };
        reads.push({ wanted, answer });
        tell();
      }),
  });
  const read = async (index: number) => {
    while (reads.length <= index) await new Promise<void>((resolve) => (tell = resolve));
    return reads[index]!;
  };
  return { lookUp, read, reads };
}

const codeOf = (result: { ok: boolean; problem?: { code: string } }) => (result.ok ? 'open' : result.problem?.code);

test('distinguishes closed from open, but never a foreign position from a missing one', async () => {
  const { lookUp, read } = openReads();
  const first = lookUp(1, 'first');
  const answers = ['CLOSED', 'open', 'foreign', 'none'].map((id) => lookUp(1, id));
  (await read(0)).answer([]);
  (await read(1)).answer([
    { id: 'closed', accountId: 1, isOpen: false },
    { id: 'open', accountId: 1, isOpen: true },
    { id: 'foreign', accountId: 2, isOpen: true },
  ]);
  const codes = (await Promise.all(answers)).map(codeOf);
  expect(codes).toEqual(['POSITION_CLOSED', 'open', 'POSITION_NOT_FOUND', 'POSITION_NOT_FOUND']);
  expect(codeOf(await first)).toBe('POSITION_NOT_FOUND');
});

test('five hundred lookups of an account may wait; a read has eight of each account, and another account is in the next read', async () => {
  const { lookUp, read, reads } = openReads();
  const answers = [lookUp(1, 'first')];
  await nextTurn();
  for (let index = 0; index < 500; index += 1) answers.push(lookUp(1, `a${index}`));
  expect(codeOf(await lookUp(1, 'one more'))).toBe('TOO_MANY_REQUESTS');
  answers.push(lookUp(2, 'other'));
  (await read(0)).answer([]);
  const { wanted } = await read(1);
  expect(wanted).toEqual(['a0', 'other', ...Array.from({ length: 7 }, (_, index) => `a${index + 1}`)]);
  for (let index = 1; index < 64; index += 1) (await read(index)).answer([]);
  expect(new Set((await Promise.all(answers)).map(codeOf))).toEqual(new Set(['POSITION_NOT_FOUND']));
  expect(reads).toHaveLength(64);
});

test('a failed read fails for its lookups only, and the next one runs', async () => {
  const { lookUp, read } = openReads();
  const failed = lookUp(1, 'a');
  const inNext = lookUp(1, 'b');
  const fault = expect(failed).rejects.toThrow('gone');
  (await read(0)).answer(new Error('gone'));
  await fault;
  (await read(1)).answer([]);
  expect(codeOf(await inNext)).toBe('POSITION_NOT_FOUND');
  const later = lookUp(1, 'c');
  (await read(2)).answer([]);
  expect(codeOf(await later)).toBe('POSITION_NOT_FOUND');
});
