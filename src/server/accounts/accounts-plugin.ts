import type { FastifyInstance } from 'fastify';
import type { AccountRoutesOptions } from './account-routes.ts';
import { registerAccountRoutes } from './account-routes.ts';
import type { ProfileRoutesOptions } from './profile-routes.ts';
import { registerProfileRoutes } from './profile-routes.ts';
import type { ReferralRoutesOptions } from './referral-routes.ts';
import { registerReferralRoutes } from './referral-routes.ts';

export type AccountsParts = AccountRoutesOptions & ProfileRoutesOptions & ReferralRoutesOptions;

/** Registers the calls about a customer's own account. */
export function registerAccounts(http: FastifyInstance, parts: AccountsParts): void {
  registerAccountRoutes(http, parts);
  registerProfileRoutes(http, parts);
  registerReferralRoutes(http, parts);
}
