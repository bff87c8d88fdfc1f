import { expect, test } from 'vitest';
import { createRefusalNotes } from '../../../src/server/audit/refusal-notes.ts';
import type { Queries } from '../../../src/server/db/database.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

const allowances = {
  address: { points: 3, duration: 3600 },
  accountAtAddress: { points: 2, duration: 3600 },
  account: { points: 4, duration: 3600 },
  email: { points: 4, duration: 3600 },
  nobody: { points: 5, duration: 3600 },
  sameLimit: { points: 1, duration: 60 },
};

function notesIn(database: Queries, warnings: string[] = []) {
  const logger = { warn: (_facts: unknown, text?: string) => void warnings.push(text ?? '') };
  return createRefusalNotes({ database, runtime: createTestRuntime(), logger }, allowances);
}

function notesOnPaper() {
  const written: unknown[] = [];
  const warnings: string[] = [];
  const query = (asked: unknown) => Promise.resolve({ rows: [], rowCount: written.push(asked) });
  return { notes: notesIn({ query } as unknown as Queries, warnings), written, warnings };
}

const refusalFrom = (address: string) => ({ event: 'log_in_refused', origin: { address, userAgent: null } }) as const;

test('an address is recorded a limited number of times, also if an IPv6 client changes it within its network', async () => {
  const { notes, written } = notesOnPaper();
  for (let index = 1; index <= 10; index += 1) await notes.refused(refusalFrom(`2001:db8::${index}`));
  expect(written).toHaveLength(allowances.address.points);
  await notes.refused(refusalFrom('203.0.113.1'));
  expect(written).toHaveLength(allowances.address.points + 1);
});

test('all addresses together cannot fill the disk, and the log says once that more was refused', async () => {
  const { notes, written, warnings } = notesOnPaper();
  for (let index = 1; index <= 20; index += 1) await notes.refused(refusalFrom(`203.0.113.${index}`));
  expect(written).toHaveLength(allowances.nobody.points);
  expect(warnings).toHaveLength(1);
});

test('unknown emails that use up their limit do not hide refusals of a known account, which has its own limit', async () => {
  const { notes, written } = notesOnPaper();
  for (let index = 1; index <= 20; index += 1) await notes.refused(refusalFrom(`203.0.113.${index}`));
  const before = written.length;
  for (let index = 1; index <= 20; index += 1)
    await notes.refused({ ...refusalFrom(`198.51.100.${index}`), accountId: 7 });
  expect(written).toHaveLength(before + allowances.account.points);
});

test('guesses at unknown emails from the same address do not hide refusals of an account, nor wrong passwords a right one', async () => {
  const { notes, written } = notesOnPaper();
  const stranger = refusalFrom('203.0.113.1');
  for (let guess = 1; guess <= 20; guess += 1) await notes.refused(stranger);
  expect(written).toHaveLength(allowances.address.points);
  for (let guess = 1; guess <= 20; guess += 1) await notes.refused({ ...stranger, accountId: 7 });
  expect(written).toHaveLength(allowances.address.points + allowances.accountAtAddress.points);
  for (let guess = 1; guess <= 20; guess += 1)
    await notes.refused({ ...stranger, event: 'second_factor_asked', accountId: 7 });
  expect(written).toHaveLength(allowances.address.points + 2 * allowances.accountAtAddress.points);
  await notes.refused({ ...stranger, event: 'second_factor_asked', accountId: 8 });
  expect(written).toHaveLength(allowances.address.points + 2 * allowances.accountAtAddress.points + 1);
});

test('once an address is over its limit, no answer waits for a record: the delay would reveal a known account', async () => {
  const nothingAnswers = () => new Promise(() => undefined);
  const notes = notesIn({ query: nothingAnswers } as unknown as Queries);
  const stranger = refusalFrom('203.0.113.1');
  for (let guess = 1; guess <= allowances.address.points; guess += 1) void notes.refused(stranger);
  await notes.refused({ ...stranger, accountId: 7 });
});

test('an unknown email is recorded as often as an account', async () => {
  const { notes, written } = notesOnPaper();
  const details = { email_mark: '0123456789ab' };
  for (let index = 1; index <= 20; index += 1) await notes.refused({ ...refusalFrom(`198.51.100.${index}`), details });
  expect(written).toHaveLength(allowances.email.points);
});

test('a limit is recorded by its name, once a minute for an account from any address', async () => {
  const { notes, written } = notesOnPaper();
  const origin = (index: number) => ({ address: `203.0.113.${index}`, userAgent: null });
  await notes.limitMet('upload', { accountId: 7, origin: origin(1) });
  await notes.limitMet('upload', { accountId: 7, origin: origin(2) });
  await notes.limitMet('upload', { accountId: 8, origin: origin(3) });
  await notes.limitMet('second_factor', { accountId: 7, origin: origin(4) });
  for (const index of [5, 5, 6]) await notes.limitMet('registration', { origin: origin(index) });
  expect(written).toHaveLength(5);
  expect(JSON.stringify(written[0])).toMatch(/limit_met.*customer.*upload/);
});

test('a limit that is reached again is neither recorded nor described', async () => {
  const { notes, written } = notesOnPaper();
  let described = 0;
  const describe = () => Promise.resolve({ ...refusalFrom('203.0.113.1'), details: { described: (described += 1) } });
  for (let met = 0; met < 5; met += 1) await notes.limited('a key', describe);
  await notes.limited('another key', describe);
  expect([written.length, described]).toEqual([2, 2]);
});
