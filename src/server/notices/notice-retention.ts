import type { Logger } from 'pino';
import type { Queries } from '../db/database.ts';
import type { Retention, RetentionParts } from '../work/retention.ts';
import { createRetention, inParts } from '../work/retention.ts';
import type { Runtime } from '../runtime.ts';
import { deleteNotices } from './notices-rows.ts';

export interface NoticeRetentionParts extends RetentionParts {
  database: Queries;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'info' | 'error'>;
}

/** What a notice tells stays in transactions, documents and history, so nobody needs an old one. */
const keptMs = 90 * 86_400_000;

/** Deletes notices after 90 days, read or not. */
export function createNoticeRetention(parts: NoticeRetentionParts): Retention {
  const { database, runtime, logger } = parts;
  return createRetention(parts, {
    failure: 'old notices could not be deleted',
    async forget(isStopped) {
      const writtenAt = new Date(runtime.now() - keptMs);
      const notices = await inParts((limit) => deleteNotices(database, { writtenAt, limit }), isStopped);
      if (notices > 0) logger.info({ notices }, 'old notices were deleted');
    },
  });
}
