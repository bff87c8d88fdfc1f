import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKnownPasswords } from '../../../src/server/passwords/known-passwords.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'known-passwords-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function listOf(text: string): Promise<string> {
  const file = join(folder, 'known.txt');
  await writeFile(file, text);
  return file;
}

test('passwords of the list are known, in capitals too, with any kind of line breaks', async () => {
  const isKnown = await openKnownPasswords(await listOf('xkjqv-1\r\nÜber uns 7\n\nlast-one'));
  expect(['xkjqv-1', 'XKJQV-1', 'über uns 7', 'last-one'].map(isKnown)).toEqual([true, true, true, true]);
  expect(['xkjqv-', '', 'xkjqv-12'].map(isKnown)).toEqual([false, false, false]);
});

test('those that are used most are known without a list of the broker’s, in capitals too', async () => {
  const isKnown = await openKnownPasswords(null);
  expect(['password', 'QWERTY', '1q2w3e4r', 'superman'].map(isKnown)).toEqual([true, true, true, true]);
  expect(['', 'xkjqv-1', 'correct horse battery staple'].map(isKnown)).toEqual([false, false, false]);
});

test('a missing or empty list prevents the start and is named', async () => {
  await expect(openKnownPasswords(join(folder, 'none.txt'))).rejects.toThrow(/^KNOWN_PASSWORDS_FILE: .*none\.txt/);
  await expect(openKnownPasswords(await listOf('\n\n'))).rejects.toThrow(/^KNOWN_PASSWORDS_FILE: .*nothing/);
});
