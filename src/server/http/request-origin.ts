import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../audit/audit-log.ts';

/** Where a request comes from: its address (the one that the proxy reports, if it is trusted) and its user agent. */
export function originOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): RequestOrigin {
  return { address: ip, userAgent: headers['user-agent'] ?? null };
}
