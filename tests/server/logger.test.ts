import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../src/server/db/database-faults.ts';
import { createLogger, serializeFault } from '../../src/server/logger.ts';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger({ level: 'trace', destination: { write: (line) => void lines.push(line) } }));
  return lines.join('');
}

test('fields with confidential names are not logged, down to three levels', () => {
  const secret = { password: 'hidden', email: 'hidden', token: 'hidden', access_token: 'hidden', symbol: 'shown' };
  const text = logged((logger) => logger.info({ ...secret, body: secret, one: { two: secret } }, 'said'));
  expect(text).not.toContain('hidden');
  expect(JSON.parse(text)).toMatchObject({ level: 'info', msg: 'said', one: { two: { symbol: 'shown' } } });
});

test('no text can forge a log line: its line breaks are escaped', () => {
  const forged = 'Mozilla\r\n{"level":"info","msg":"all is well"}\u2028';
  const text = logged((logger) => logger.info({ browser: forged }, forged));
  expect(text.trimEnd().split(/[\r\n]/)).toHaveLength(1);
  expect(JSON.parse(text)).toMatchObject({ browser: forged, msg: forged });
});

test('an error keeps its type and stack but not the values of rows, and so do its causes', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(hidden) exists.' });
  const message = 'Failed query: insert into accounts values ($1)\nparams: hidden,hidden';
  const fault = Object.assign(new Error(message, { cause }), { params: ['hidden'], query: 'insert hidden' });
  const serialized = serializeFault(fault);
  expect(JSON.stringify(serialized)).not.toContain('hidden');
  expect(serialized).toMatchObject({
    message: 'Failed query: insert into accounts values ($1)\nparams: [redacted]',
    cause: { code: '23505', message: 'duplicate key' },
  });
  expect(JSON.stringify(serialized)).toContain('logger.test.ts');
});

test('queries refused during an outage are not logged, other database errors are', () => {
  const unasked = new DatabaseUnavailable('away');
  const text = logged((logger) => {
    logger.error({ err: unasked }, 'not written');
    logger.child({ area: 'mail' }).warn({ err: new Error('Failed query', { cause: unasked }) }, 'not written');
    logger.error({ err: new Error('Connection terminated unexpectedly') }, 'written');
    logger.fatal({ err: unasked }, 'written');
    logger.warn({ kind: 'away' }, 'written');
  });
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['written', 'written', 'written']);
});

test('a refused log-in at Redis does not tell the password', () => {
  const command = { name: 'auth', args: ['its-password'] };
  const fault = Object.assign(new Error('WRONGPASS invalid username-password pair'), { command });
  const text = logged((logger) => logger.warn({ err: fault }, 'Redis is away'));
  expect(text).toContain('WRONGPASS');
  expect(text).not.toContain('its-password');
});

test('each error of an AggregateError is logged', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' });
  expect(serializeFault(new AggregateError([refused]))).toMatchObject({
    aggregateErrors: [{ code: 'ECONNREFUSED', message: refused.message }],
  });
});
