import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Result } from '../../lib/contract/problem.ts';
import type { HumanCheck } from '../auth/human-check.ts';
import type { Database } from '../db/database.ts';
import type { MailSender } from '../mail/mailer.ts';
import type { Runtime } from '../runtime.ts';
import type { FormLimiter } from '../throttle/limits.ts';
import type { FormSubmission } from './form-submission-rows.ts';
import { insertFormSubmission } from './form-submission-rows.ts';
import { formMail } from './form-mail.ts';

export interface AcceptFormDependencies {
  database: Database;
  limiter: FormLimiter;
  isHuman: HumanCheck;
  mailer: MailSender;
  /** The recipient of visitors' messages. */
  contactTo: string;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  logger: Pick<Logger, 'info'>;
}

export interface FormCommand {
  form: string;
  /** Already validated by the contract's schema. */
  fields: Readonly<Record<string, string>>;
  /** The value of a hidden field that only bots fill in. */
  trap: string | undefined;
  token: string | undefined;
  action: string;
  /** Whether a page without scripts sent the form. */
  isWithoutScripts: boolean;
  address: string;
}

/**
 * Stores a form submission and queues the mail to the broker, in one database transaction. Idempotent: the same text in
 * the same form on one day (UTC) gives one submission and one mail. A submission by a bot is dropped, but answered as
 * if it was accepted.
 *
 * Problems: TOO_MANY_REQUESTS, NOT_HUMAN.
 */
export async function acceptForm(dependencies: AcceptFormDependencies, command: FormCommand): Promise<Result> {
  const { database, limiter, isHuman, mailer, contactTo, runtime, logger } = dependencies;
  const { form, fields, trap, address } = command;
  const allowed = await limiter.consume('form', { address });
  if (!allowed.ok) return allowed;
  if (trap !== undefined && trap !== '') {
    logger.info({ form }, 'a form submission by a bot was dropped');
    return { ok: true };
  }
  const human = await isHuman(command);
  if (!human.ok) return human;
  const { mark: humanity } = human;
  if (humanity === 'missing' || humanity === 'unavailable') {
    const stillAllowed = await limiter.consume('unchecked', { address });
    if (!stillAllowed.ok) return stillAllowed;
  }
  const createdAt = new Date(runtime.now());
  const submission = {
    id: runtime.newId(),
    form,
    fields,
    digest: digestOf(form, fields, createdAt),
    humanity,
    createdAt,
  };
  const isNew = await database.transaction(async (connection) => {
    const isStored = await insertFormSubmission(connection, submission);
    if (isStored) await mailer.sendMail(connection, formMail(submission, contactTo));
    return isStored;
  });
  if (isNew) mailer.wake();
  return { ok: true };
}

function digestOf(form: string, fields: FormSubmission['fields'], at: Date): Buffer {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([form, at.toISOString().slice(0, 10), sorted]))
    .digest();
}
