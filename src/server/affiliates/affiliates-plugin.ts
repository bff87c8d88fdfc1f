import type { FastifyInstance } from 'fastify';
import type { AffiliateRoutesParts } from './affiliate-routes.ts';
import { registerAffiliateRoutes } from './affiliate-routes.ts';
import type { Postbacks, PostbacksParts } from './postbacks/open-postbacks.ts';
import { openPostbacks } from './postbacks/open-postbacks.ts';

type Parts = PostbacksParts & Omit<AffiliateRoutesParts, 'postbacks'>;

/** Opens what tells affiliates' servers, and puts the calls of affiliates on the server. */
export function registerAffiliates(http: FastifyInstance, parts: Parts): Postbacks {
  const postbacks = openPostbacks(parts);
  registerAffiliateRoutes(http, { ...parts, postbacks });
  return postbacks;
}
