import { pathToFileURL } from 'node:url';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInspector, InspectionTimeout } from '../../../src/server/documents/inspect/inspect-apart.ts';
import { madeJpeg, madePdf } from '../../support/documents/made-files.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function programOf(text: string): Promise<URL> {
  const path = join(folder, `${text.length}.mjs`);
  await writeFile(path, text);
  return pathToFileURL(path);
}

test('each file is inspected separately, by the inspection of its type', async () => {
  const { inspect } = createInspector();
  const files = [await madeJpeg(), madePdf(), Buffer.from('x'), await madeJpeg()];
  expect(await Promise.all(files.map((file) => inspect(file, 1)))).toEqual([
    'image/jpeg',
    'application/pdf',
    null,
    'image/jpeg',
  ]);
});

test('an inspection that takes too long is given up, and the next one runs', async () => {
  const program = await programOf('setInterval(() => undefined, 1e6); for (;;);');
  const { inspect } = createInspector({ program, timeoutMs: 300 });
  const both = await Promise.allSettled([inspect(Buffer.from('x'), 1), inspect(Buffer.from('y'), 1)]);
  expect(both.map((one) => one.status === 'rejected' && one.reason instanceof InspectionTimeout)).toEqual([true, true]);
});

test('a file whose inspection needs too much memory is refused', async () => {
  const program = await programOf('const all = []; for (;;) all.push(new Array(1e5).fill({}));');
  expect(await createInspector({ program }).inspect(Buffer.from('x'), 1)).toBe(null);
});

test('a fault of the inspection itself is no verdict on the file', async () => {
  const program = await programOf('throw new Error("a bug")');
  await expect(createInspector({ program }).inspect(Buffer.from('x'), 1)).rejects.toThrow('a bug');
});

test('a sender of many files waits for the others', async () => {
  const { inspect } = createInspector();
  const ended: string[] = [];
  const note = (name: string, owner: number) => inspect(Buffer.from(name), owner).then(() => ended.push(name));
  await Promise.all([note('a1', 1), note('a2', 1), note('a3', 1), note('b1', 2), note('c1', 3)]);
  expect(ended).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});
