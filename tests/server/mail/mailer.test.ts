import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { createFileDriver } from '../../../src/server/mail/file-driver.ts';
import type { Mail, MailDriver } from '../../../src/server/mail/mail.ts';
import type { Mailer } from '../../../src/server/mail/mailer.ts';
import { createMailer } from '../../../src/server/mail/mailer.ts';
import { createSmtpDriver } from '../../../src/server/mail/smtp-driver.ts';
import type { SmtpPeer } from '../../support/peers/smtp-peer.ts';
import { startSmtpPeer } from '../../support/peers/smtp-peer.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import type { TestRuntime } from '../../support/test-runtime.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

const mail: Mail = { to: 'desk@example.com', replyTo: 'ada@example.com', subject: 'Grüße', text: 'Hello\n.\nthere' };

let database: Database;
let runtime: TestRuntime;
let peer: SmtpPeer;
let log: string[];

beforeAll(async () => {
  database = await openTestDatabase();
}, 60_000);
afterAll(() => database.close());

beforeEach(async () => {
  log = [];
  runtime = createTestRuntime();
  await database.query('truncate mail_outbox');
  peer = await startSmtpPeer();
});
afterEach(() => peer.close());

function mailerWith(driver: MailDriver = createSmtpDriver({ smtpUrl: peer.url })): Mailer {
  const logger = createLogger({ level: 'info', destination: { write: (line) => void log.push(line) } });
  const from = 'Desk <no-reply@example.com>';
  return createMailer({ database, driver, from, runtime, logger, schedule: () => () => undefined });
}

async function outbox(): Promise<{ attempts: number; dueAt: Date | null }[]> {
  const { rows } = await database.query<{ attempts: number; dueAt: Date | null }>(
    'select attempts, due_at as "dueAt" from mail_outbox order by created_at',
  );
  return rows;
}

describe('by SMTP', () => {
  test('a mail is sent once, with its sender, reply address and text', async () => {
    const mailer = mailerWith();
    await database.transaction((connection) => mailer.sendMail(connection, mail));
    await Promise.all([mailer.work(), mailer.work(), mailerWith().work()]);
    await mailer.work();
    expect(peer.mails).toMatchObject([{ from: 'no-reply@example.com', to: ['desk@example.com'] }]);
    const [{ data } = { data: '' }] = peer.mails;
    expect(data).toContain('Reply-To: ada@example.com');
    expect(data).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=');
    expect(data).toContain('Hello\n.\nthere');
    expect(data).toContain('From: Desk <no-reply@example.com>');
    expect(await outbox()).toEqual([]);
  });

  test('an uncommitted mail is not sent', async () => {
    const mailer = mailerWith();
    const failing = database.transaction(async (connection) => {
      await mailer.sendMail(connection, mail);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await mailer.work();
    expect(peer.mails).toEqual([]);
  });

  test('a mail with a limited validity is sent in time, or not at all', async () => {
    const worthMs = 40_000;
    peer.replies.set('RCPT', '451 later');
    const mailer = mailerWith();
    await mailer.sendMail(database, { ...mail, worthMs });
    await mailer.work();
    runtime.advance(30_000);
    await mailer.work();
    peer.replies.delete('RCPT');
    await mailer.sendMail(database, { ...mail, subject: 'In time', worthMs });
    await mailer.work();
    expect(await outbox()).toMatchObject([{ attempts: 2 }]);
    runtime.advance(60_000);
    await mailer.work();
    expect(peer.mails).toMatchObject([{ data: expect.stringContaining('Subject: In time') as unknown }]);
    expect(await outbox()).toEqual([]);
    expect(log.join('')).not.toContain('@');
  });

  test('a mail for a server that is away or full is retried at growing intervals, also after a restart', async () => {
    peer.replies.set('RCPT', '451 later');
    const first = mailerWith();
    await first.sendMail(database, mail);
    await first.work();
    await first.stop();
    expect(await outbox()).toEqual([{ attempts: 1, dueAt: new Date(runtime.now() + 30_000) }]);

    const restarted = mailerWith();
    await restarted.work();
    expect(await outbox()).toMatchObject([{ attempts: 1 }]);
    runtime.advance(30_000);
    await restarted.work();
    expect(await outbox()).toEqual([{ attempts: 2, dueAt: new Date(runtime.now() + 60_000) }]);

    peer.replies.clear();
    runtime.advance(60_000);
    await restarted.work();
    expect(peer.mails).toHaveLength(1);
    expect(await outbox()).toEqual([]);
  });

  test('a server that does not listen is tried again too', async () => {
    await peer.close();
    const mailer = mailerWith();
    await mailer.sendMail(database, mail);
    await mailer.work();
    expect(await outbox()).toMatchObject([{ attempts: 1 }]);
  });

  test('a mail that was being sent when the process ended is sent by the next one', async () => {
    const hanging = mailerWith({ deliver: () => new Promise(() => undefined) });
    await hanging.sendMail(database, mail);
    void hanging.work();
    await expect.poll(outbox, { timeout: 5_000 }).toMatchObject([{ attempts: 1 }]);
    const next = mailerWith();
    await next.work();
    expect(peer.mails).toEqual([]);
    runtime.advance(3 * 60_000);
    await next.work();
    expect(peer.mails).toHaveLength(1);
  });

  test('a mail to an unknown recipient is given up, and kept', async () => {
    peer.replies.set('RCPT', '550 5.1.1 <desk@example.com> unknown');
    const mailer = mailerWith();
    await mailer.sendMail(database, mail);
    await mailer.work();
    expect(await outbox()).toEqual([{ attempts: 1, dueAt: null }]);
    expect(log.join('')).toContain('given up');
  });

  test('a failing mail does not hold up the others', async () => {
    const smtp = createSmtpDriver({ smtpUrl: peer.url });
    const mailer = mailerWith({
      deliver: (one) => (one.subject === 'bad' ? Promise.reject(new Error('no')) : smtp.deliver(one)),
    });
    await mailer.sendMail(database, { ...mail, subject: 'bad' });
    await mailer.sendMail(database, mail);
    await mailer.work();
    expect(peer.mails).toHaveLength(1);
    expect(await outbox()).toMatchObject([{ attempts: 1 }]);
  });

  test('neither addresses nor texts reach the log, whatever happens', async () => {
    const mailer = mailerWith();
    await mailer.sendMail(database, mail);
    await mailer.work();
    for (const reply of ['450 <desk@example.com> is full', '550 <desk@example.com> is unknown']) {
      peer.replies.set('RCPT', reply);
      await mailer.sendMail(database, mail);
      await mailer.work();
    }
    expect(log.length).toBeGreaterThan(2);
    for (const secret of ['example.com', 'Hello', 'Grüße']) expect(log.join('')).not.toContain(secret);
  });
});

describe('without a mail server', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'outbox-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  test('each mail is a file, and the log says so without an address', async () => {
    const mailer = mailerWith(createFileDriver({ dataDir }));
    await mailer.sendMail(database, mail);
    await mailer.sendMail(database, { ...mail, subject: 'two\r\nBcc: x@example.com', text: '<b>' });
    await mailer.work();
    const files = await readdir(join(dataDir, 'outbox'));
    expect(files).toHaveLength(2);
    expect(files.every((name) => /^20261102T120000Z-[0-9a-f-]{36}\.eml$/.test(name))).toBe(true);
    const texts = await Promise.all(files.map((name) => readFile(join(dataDir, 'outbox', name), 'utf8')));
    expect(texts.some((text) => text.includes('To: desk@example.com') && text.includes('Hello'))).toBe(true);
    expect(texts.join('\n')).not.toMatch(/^Bcc:/m);
    expect(log.join('')).toContain('no SMTP server is configured');
    expect(log.join('')).not.toContain('example.com');
  });
});
