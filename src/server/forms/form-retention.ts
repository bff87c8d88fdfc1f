import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Retention, RetentionParts } from '../work/retention.ts';
import { createRetention, inParts } from '../work/retention.ts';
import type { Runtime } from '../runtime.ts';
import { deleteFormSubmissions } from './form-submission-rows.ts';

export interface FormRetentionParts extends RetentionParts {
  database: Database;
  mailer: Pick<Mailer, 'forget'>;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'info' | 'error'>;
  /** Older submissions are deleted. */
  days: number;
}

const dayMs = 86_400_000;

/** Deletes form submissions and the mails about them once the retention period is over. */
export function createFormRetention(parts: FormRetentionParts): Retention {
  const { database, mailer, runtime, logger, days } = parts;
  return createRetention(parts, {
    failure: 'old form submissions could not be deleted',
    async forget(isStopped) {
      const sentAt = new Date(runtime.now() - days * dayMs);
      const entries = await inParts((limit) => deleteFormSubmissions(database, { sentAt, limit }), isStopped);
      const mails = await mailer.forget(sentAt);
      if (entries + mails > 0) logger.info({ entries, mails }, 'old form submissions were deleted');
    },
  });
}
