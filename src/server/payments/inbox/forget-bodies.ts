import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import type { Retention, RetentionParts } from '../../work/retention.ts';
import { createRetention, inParts } from '../../work/retention.ts';
import { forgetBodies } from './event-rows.ts';

export interface BodyRetentionParts extends RetentionParts {
  database: Database;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'info' | 'error'>;
}

/**
 * A little over thirteen months. The database refuses to delete bodies before thirteen months have passed, because
 * until then a payment may be charged back.
 */
const keptMs = 400 * 86_400_000;

/**
 * Deletes the bodies of old reports, which may contain personal data, once they are no longer needed as evidence. The
 * parsed report and its hash remain, so payments are decided as before and repeats are recognised.
 */
export function createBodyRetention(parts: BodyRetentionParts): Retention {
  const { database, runtime, logger } = parts;
  return createRetention(parts, {
    failure: 'bodies of old provider reports could not be deleted',
    async forget(isStopped) {
      const receivedBefore = new Date(runtime.now() - keptMs);
      const reports = await inParts((limit) => forgetBodies(database, { receivedBefore, limit }), isStopped);
      if (reports > 0) logger.info({ reports }, 'bodies of old provider reports were deleted');
    },
  });
}
