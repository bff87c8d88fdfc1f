import type { FastifyInstance } from 'fastify';
import type { AffiliateRoutesParts } from './affiliate-routes.ts';
import { registerAffiliateRoutes } from './affiliate-routes.ts';
import type { Postbacks, PostbacksParts } from './postbacks/open-postbacks.ts';
import { openPostbacks } from './postbacks/open-postbacks.ts';

type Parts = PostbacksParts & Omit<AffiliateRoutesParts, 'postbacks'>;

/** Opens the worker for postbacks, and registers the calls of affiliates. */
export function registerAffiliates(http: FastifyInstance, parts: Parts): Postbacks {
  const postbacks = openPostbacks(parts);
  registerAffiliateRoutes(http, { ...parts, postbacks });
  return postbacks;
}
