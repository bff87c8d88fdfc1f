import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { insertFormSubmission } from '../../../src/server/forms/form-submission-rows.ts';
import { createFormRetention } from '../../../src/server/forms/form-retention.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { createFileDriver } from '../../../src/server/mail/file-driver.ts';
import type { MailDriver } from '../../../src/server/mail/mail.ts';
import { MailRefused } from '../../../src/server/mail/mail.ts';
import { createMailer } from '../../../src/server/mail/mailer.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import type { TestRuntime } from '../../support/test-runtime.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

const dayMs = 86_400_000;
const days = 30;

let database: Database;
let runtime: TestRuntime;
let dataDir: string;
let log: string[];

beforeAll(async () => {
  database = await openTestDatabase();
}, 60_000);
afterAll(() => database.close());

beforeEach(async () => {
  log = [];
  runtime = createTestRuntime();
  dataDir = await mkdtemp(join(tmpdir(), 'retention-'));
  await database.query('truncate form_entries, mail_outbox');
  return () => rm(dataDir, { recursive: true });
});

function parts(driver: MailDriver = createFileDriver({ dataDir })) {
  const logger = createLogger({ level: 'info', destination: { write: (line) => void log.push(line) } });
  const schedule = () => () => undefined;
  const mailer = createMailer({ database, driver, from: 'desk@example.com', runtime, logger, schedule });
  return { mailer, retention: createFormRetention({ database, mailer, runtime, logger, schedule, days }) };
}

async function send(mailer: ReturnType<typeof parts>['mailer'], name: string): Promise<void> {
  const entry = { id: runtime.newId(), form: 'contact', fields: { name }, digest: runtime.randomBytes(32) };
  const createdAt = new Date(runtime.now());
  await insertFormSubmission(database, { ...entry, humanity: 'off', createdAt });
  await mailer.sendMail(database, { to: 'desk@example.com', subject: name, text: name });
  await mailer.work();
}

async function names(): Promise<unknown[]> {
  const { rows } = await database.query<{ fields: { name: string } }>(
    'select fields from form_entries order by created_at',
  );
  return rows.map(({ fields }) => fields.name);
}
const files = () => readdir(join(dataDir, 'outbox'));
const outbox = async () => (await database.query('select id from mail_outbox')).rows.length;

test('a submission is kept for its days, and then deleted with its mail', async () => {
  const { mailer, retention } = parts();
  await send(mailer, 'first');
  runtime.advance(dayMs);
  await send(mailer, 'second');
  runtime.advance((days - 1) * dayMs - 1);
  await retention.sweep();
  expect([await names(), (await files()).length]).toEqual([['first', 'second'], 2]);
  expect(log.join('')).not.toContain('deleted');

  runtime.advance(1);
  await retention.sweep();
  expect([await names(), (await files()).length]).toEqual([['second'], 1]);
  expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ entries: 1, mails: 1 });
});

test('a mail that was given up is deleted too, one that is still tried is not', async () => {
  const givenUp = parts({ deliver: () => Promise.reject(new MailRefused('no')) });
  await send(givenUp.mailer, 'nobody there');
  const failing = parts({ deliver: () => Promise.reject(new Error('later')) });
  await send(failing.mailer, 'later');
  runtime.advance(days * dayMs);
  await failing.retention.sweep();
  expect([await names(), await outbox()]).toEqual([[], 1]);
});

test('any number of submissions is deleted, and no other file of the folder', async () => {
  const values = Array.from(
    { length: 1_201 },
    () =>
      `('${runtime.newId()}', 'contact', '{}', '\\x${runtime.randomBytes(32).toString('hex')}', 'off', '2020-01-01')`,
  );
  await database.query(
    `insert into form_entries (id, form, fields, digest, humanity, created_at) values ${values.join(',')}`,
  );
  await mkdir(join(dataDir, 'outbox'));
  for (const name of ['notes.txt', '20200101T000000Z.eml', `20200101T000000Z-${runtime.newId()}.eml.part`])
    await writeFile(join(dataDir, 'outbox', name), '');
  await parts().retention.sweep();
  expect([await names(), await files()]).toEqual([[], ['20200101T000000Z.eml', 'notes.txt']]);
});

test('starts by itself, also without a mail folder', async () => {
  const { retention, mailer } = parts({
    ...createFileDriver({ dataDir }),
    deliver: () => Promise.reject(new Error('no')),
  });
  await send(mailer, 'old');
  runtime.advance(days * dayMs);
  retention.start();
  await retention.stop();
  expect(await names()).toEqual([]);
  expect(log.join('')).not.toContain('"level":"error"');
});
