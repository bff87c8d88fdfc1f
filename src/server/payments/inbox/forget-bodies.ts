import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Retention, RetentionParts } from '../../work/retention.ts';
import { createRetention, inParts } from '../../work/retention.ts';
import type { Runtime } from '../../runtime.ts';
import { forgetBodies } from './event-rows.ts';

export interface BodyRetentionParts extends RetentionParts {
  database: Database;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'info' | 'error'>;
}

/**
 * Thirteen months and a little: the database refuses it before thirteen are over, which is longer than money can be
 * asked back.
 */
const keptMs = 400 * 86_400_000;

/**
 * Forgets what providers sent, which may name persons, when it is no evidence any more. What was read from it stays,
 * with its digest, so that a payment is decided as before, and a repeat is known.
 */
export function createBodyRetention(parts: BodyRetentionParts): Retention {
  const { database, runtime, logger } = parts;
  return createRetention(parts, {
    failure: 'what providers sent long ago could not be forgotten',
    async forget(isStopped) {
      const receivedBefore = new Date(runtime.now() - keptMs);
      const reports = await inParts((limit) => forgetBodies(database, { receivedBefore, limit }), isStopped);
      if (reports > 0) logger.info({ reports }, 'what providers sent long ago was forgotten');
    },
  });
}
