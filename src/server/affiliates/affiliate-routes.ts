import type { FastifyInstance } from 'fastify';
import {
  affiliateLogin,
  affiliateLogout,
  updateAffiliatePassword as passwordCall,
} from '../../lib/contract/affiliate/affiliate-calls.ts';
import type { AffiliateMask, AffiliateUser } from '../../lib/contract/affiliate/affiliate-entities.ts';
import { logOut } from '../sessions/end-sessions.ts';
import { originOf } from '../http/request-origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { registerCall } from '../http/register-call.ts';
import { languageOf } from '../mail/mail-words.ts';
import type { AffiliateRow } from './affiliates-rows.ts';
import type { ComparisonRoutesParts } from './attribution/comparison-routes.ts';
import { registerComparisonRoutes } from './attribution/comparison-routes.ts';
import type { ListingRoutesParts } from './listing/listing-routes.ts';
import { registerListingRoutes } from './listing/listing-routes.ts';
import type { PostbackRoutesParts } from './postbacks/postback-routes.ts';
import { registerPostbackRoutes } from './postbacks/postback-routes.ts';
import type { LogInAffiliateParts } from './log-in-affiliate.ts';
import { logInAffiliate } from './log-in-affiliate.ts';
import type { UpdateAffiliatePasswordParts } from './update-affiliate-password.ts';
import { updateAffiliatePassword } from './update-affiliate-password.ts';

export interface AffiliateRoutesParts
  extends
    LogInAffiliateParts,
    Omit<UpdateAffiliatePasswordParts, 'siteUrl'>,
    ListingRoutesParts,
    PostbackRoutesParts,
    ComparisonRoutesParts {
  database: LogInAffiliateParts['database'];
  runtime: LogInAffiliateParts['runtime'];
  refusals: LogInAffiliateParts['refusals'];
  sessions: Sessions;
  config: ListingRoutesParts['config'] & { siteUrl: string };
}

/** The calls of affiliates: log-in, password, and the panel's data. */
export function registerAffiliateRoutes(app: FastifyInstance, parts: AffiliateRoutesParts): void {
  const { sessions, config } = parts;

  registerCall(app, affiliateLogin, { sessions }, async ({ body, request }) => {
    const { email, password, recaptcha: humanToken } = body;
    const result = await logInAffiliate(parts, { email, password, humanToken, origin: originOf(request) });
    if (!result.ok) return result;
    const { accessToken, affiliate } = result;
    return { ok: true, data: { access_token: accessToken, user: userOf(affiliate, config.affiliateMasked) } };
  });

  registerCall(app, affiliateLogout, { sessions }, async ({ caller, request }) => {
    const { affiliateId, session } = caller;
    await logOut(parts, { affiliateId, id: session.id, origin: originOf(request) });
    return { ok: true, data: null };
  });

  const passwordParts = { ...parts, siteUrl: config.siteUrl };
  registerCall(app, passwordCall, { sessions }, async ({ caller: { affiliateId, session }, body, request }) => {
    const { new_password: newPassword, current_password: currentPassword } = body;
    const locale = languageOf(undefined, request.headers['accept-language']);
    const command = { affiliateId, session, newPassword, currentPassword, locale, origin: originOf(request) };
    const result = await updateAffiliatePassword(passwordParts, command);
    return result.ok ? { ok: true, data: null } : result;
  });

  registerListingRoutes(app, parts);
  registerPostbackRoutes(app, parts);
  registerComparisonRoutes(app, parts);
}

function userOf({ name, email, token, uniqid }: AffiliateRow, masked: AffiliateMask): AffiliateUser {
  return { name, email, token, uniqid, masked };
}
