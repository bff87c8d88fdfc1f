import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../audit/audit-log.ts';

/**
 * Where a request comes from: its address (of the proxy's telling where one is trusted) and what its client calls
 * itself.
 */
export function originOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): RequestOrigin {
  return { address: ip, userAgent: headers['user-agent'] ?? null };
}
