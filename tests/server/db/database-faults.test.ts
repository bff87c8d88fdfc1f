import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import {
  DatabaseUnavailable,
  databaseFaultKind,
  isSurelyUndone,
  markAsDatabaseFault,
} from '../../../src/server/db/database-faults.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { StorageUnavailable } from '../../../src/server/documents/document-storage.ts';

const coded = (code: string) => Object.assign(new Error('said by the server or the system'), { code });

test.each([
  ['57P01', 'away'],
  ['57P02', 'away'],
  ['57P03', 'away'],
  ['57014', 'slow'],
  ['55P03', 'locked'],
  ['53200', 'exhausted'],
  ['53300', 'exhausted'],
  ['53100', 'full'],
  ['25006', 'read_only'],
  ['58030', 'disk'],
])('%s is a database that is %s', (code, kind) => {
  expect(databaseFaultKind(coded(code))).toBe(kind);
  expect(databaseFaultKind(new Error('wrapped', { cause: coded(code) }))).toBe(kind);
});

test.each([
  ['ECONNREFUSED', 'away'],
  ['ECONNRESET', 'away'],
  ['EMFILE', 'exhausted'],
  ['ENOSPC', 'full'],
])('%s is a fault of the database only if it occurred on the way to it', (code, kind) => {
  const elsewhere = new StorageUnavailable('The storage does not answer', { cause: coded(code) });
  expect([databaseFaultKind(elsewhere), isSurelyUndone(elsewhere)]).toEqual([null, false]);
  expect(databaseFaultKind(new Error('wrapped', { cause: markAsDatabaseFault(coded(code)) }))).toBe(kind);
});

test('a server that does not exist is away', async () => {
  const opening = openDatabase({ databaseUrl: 'postgres://127.0.0.1:1/x', dataDir: null, poolSize: 1 });
  expect(databaseFaultKind(await opening.catch((fault: unknown) => fault))).toBe('away');
});

test.each([
  ['Connection terminated unexpectedly', 'away'],
  ['Client has encountered a connection error and is not queryable', 'away'],
  ['The embedded database has stopped', 'away'],
  ['Query read timeout', 'silent'],
  ['timeout exceeded when trying to connect', 'exhausted'],
])('the same if the driver says: %s', (message, kind) => {
  expect(databaseFaultKind(new Error(message))).toBe(kind);
});

test('a server whose socket file is missing is away', async () => {
  const [fault] = (await once(connect('/nowhere/.s.PGSQL.5432'), 'error')) as [Error];
  expect(databaseFaultKind(fault)).toBe(null);
  expect(databaseFaultKind(markAsDatabaseFault(fault))).toBe('away');
});

test.each([new Error('a bug'), coded('23505'), coded('40P01'), coded('ENOENT'), 'a text', null])(
  'anything else is no such fault: %s',
  (fault) => {
    expect(databaseFaultKind(fault)).toBe(null);
    expect(isSurelyUndone(fault)).toBe(false);
  },
);

test('only a broken or silent connection leaves the result of a commit unknown', () => {
  const broken = [coded('57P01'), markAsDatabaseFault(coded('ECONNRESET')), new Error('Query read timeout')];
  expect(broken.map(isSurelyUndone)).toEqual([false, false, false]);
  const refused = [coded('53100'), coded('55P03'), coded('57014'), new DatabaseUnavailable('away')];
  expect(refused.map(isSurelyUndone)).toEqual([true, true, true, true]);
});
