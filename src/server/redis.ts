import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/**
 * Connects to Redis in the background. While Redis is unreachable, commands fail at once and their callers do without
 * it.
 */
export function connectRedis(url: string, logger: Pick<Logger, 'warn'>): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  redis.on('error', (fault: Error) => logger.warn({ err: fault }, 'Redis is away'));
  return redis;
}
