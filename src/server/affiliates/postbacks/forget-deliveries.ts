import type { Logger } from 'pino';
import type { Queries } from '../../db/database.ts';
import type { Retention, RetentionParts } from '../../work/retention.ts';
import { createRetention, inParts } from '../../work/retention.ts';
import type { Runtime } from '../../runtime.ts';
import { deleteDeliveries } from './deliveries-rows.ts';

export interface DeliveryRetentionParts extends RetentionParts {
  database: Queries;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'info' | 'error'>;
}

const dayMs = 86_400_000;
/** As long as an affiliate's invoice may be disputed. The facts behind a delivery remain in the account. */
const keptMs = 90 * dayMs;
/** Tests are kept for a shorter time, because they are about no account. */
const testsKeptMs = 3 * dayMs;

/** Deletes old deliveries; those that are waiting stay, however old. */
export function createDeliveryRetention(parts: DeliveryRetentionParts): Retention {
  const { database, runtime, logger } = parts;
  return createRetention(parts, {
    failure: 'old postbacks could not be deleted',
    async forget(isStopped) {
      const writtenBefore = new Date(runtime.now() - keptMs);
      const testsBefore = new Date(runtime.now() - testsKeptMs);
      const old = { writtenBefore, testsBefore };
      const postbacks = await inParts((limit) => deleteDeliveries(database, { ...old, limit }), isStopped);
      if (postbacks > 0) logger.info({ postbacks }, 'old postbacks were deleted');
    },
  });
}
