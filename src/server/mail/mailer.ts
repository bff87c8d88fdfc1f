import type { Logger } from 'pino';
import type { Database, Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { Schedule } from '../schedule.ts';
import { createWorker, doubling } from '../work/worker.ts';
import type { Mail, MailDriver } from './mail.ts';
import { MailRefused } from './mail.ts';
import type { OutboxRow } from './outbox-rows.ts';
import { claimMail, deleteGivenUp, deleteMail, postponeMail } from './outbox-rows.ts';
import { writeMail } from './write-mail.ts';

export interface MailerParts {
  database: Database;
  driver: MailDriver;
  /** The sender: an address, or `Name <address>`. */
  from: string;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  schedule: Schedule;
}

/** What a feature needs to send mail. */
export interface MailSender {
  /** Adds a mail to the outbox within the caller's database transaction: it is sent if, and only if, that commits. */
  sendMail: (queries: Queries, mail: Mail) => Promise<void>;
  /** Call this after the commit, so that the outbox is polled at once. */
  wake: () => void;
}

export interface Mailer extends MailSender {
  start: () => void;
  /** Deletes mails that were written at `writtenAt` or before and were sent or given up; returns how many. */
  forget: (writtenAt: Date) => Promise<number>;
  /** Sends the mails that are due; resolves when none is due any more, or no more can be sent. */
  work: () => Promise<void>;
  /** Finishes the mail that is under way; the others stay in the outbox. */
  stop: () => Promise<void>;
}

/**
 * How long the claim of a mail lasts: longer than a driver needs. If the process dies while it sends a mail, the mail
 * is sent again after this.
 */
const leaseMs = 3 * 60_000;
const waitMs = doubling({ firstMs: 30_000, longestMs: 3_600_000 });
/** With the waiting times above, a mail is retried for about three days. */
const mostAttempts = 78;

/**
 * Sends mails from an outbox in the database. No caller waits, and no mail is lost if the process or the mail server
 * fails.
 */
export function createMailer(parts: MailerParts): Mailer {
  const { database, runtime } = parts;
  const worker = createWorker<ClaimedMail, unknown>(parts, {
    async claim({ now }) {
      const row = await claimMail(database, { now: new Date(now), until: new Date(now + leaseMs) });
      return row ? { ...row, claimedAt: now } : null;
    },
    run: (mail) => send(parts, mail),
    backoff: {
      waitMs: ({ attempts }, fault) =>
        fault instanceof MailRefused || attempts >= mostAttempts ? null : waitMs(attempts),
      postpone: (mail, fault, { dueAt }) => postpone(parts, { mail, fault, dueAt }),
    },
    lanes: 1,
    pollEveryMs: 10_000,
    faultText: 'the outbox of mails could not be read',
  });
  return {
    ...worker,
    async forget(writtenAt) {
      const givenUp = await deleteGivenUp(database, writtenAt);
      return givenUp + ((await parts.driver.forget?.(writtenAt)) ?? 0);
    },
    sendMail: (queries, mail) => writeMail(queries, runtime, mail),
  };
}

type ClaimedMail = OutboxRow & { claimedAt: number };

async function send({ database, driver, from, logger }: MailerParts, row: ClaimedMail) {
  const { id, recipient, replyTo, subject, body, html, createdAt, expiresAt, attempts } = row;
  if (expiresAt && expiresAt.getTime() <= row.claimedAt) {
    await deleteMail(database, id);
    logger.warn({ mail: id, attempts: attempts - 1 }, 'a mail expired before it could be sent');
    return null;
  }
  const mail = {
    ...{ id, from, to: recipient, subject, text: body, createdAt },
    ...(replyTo !== null && { replyTo }),
    ...(html !== null && { html }),
  };
  try {
    const { said, file } = await driver.deliver(mail);
    await deleteMail(database, id);
    logger.info({ mail: id, attempts, ...(file !== undefined && { file }) }, said);
    return null;
  } catch (fault) {
    return { failed: fault };
  }
}

async function postpone(
  { database, logger }: MailerParts,
  { mail: { id, attempts }, fault, dueAt }: { mail: ClaimedMail; fault: unknown; dueAt: Date | null },
): Promise<void> {
  await postponeMail(database, id, dueAt);
  const facts = { mail: id, attempts, ...reasonOf(fault) };
  if (dueAt) logger.warn({ ...facts, dueAt }, 'a mail could not be sent; it will be retried');
  else logger.error(facts, 'a mail is given up; it stays in the outbox');
}

/** The reason for a failure, for the log. It only has codes, because servers repeat addresses in their messages. */
function reasonOf(fault: unknown): Record<string, unknown> {
  const reason: unknown = fault instanceof MailRefused ? fault.cause : fault;
  if (!(reason instanceof Error)) return {};
  const { code, responseCode, command } = reason as { code?: unknown; responseCode?: unknown; command?: unknown };
  return { reason: reason.name, code, responseCode, command };
}
