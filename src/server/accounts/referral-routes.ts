import type { FastifyInstance } from 'fastify';
import type { Referral } from '../../lib/contract/accounts/account-entities.ts';
import { getReferrals } from '../../lib/contract/accounts/account-calls.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Queries } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import type { ReferralRow } from './referral-rows.ts';
import { loadReferrals } from './referral-rows.ts';

export interface ReferralRoutesOptions {
  database: Queries;
  sessions: Sessions;
}

/** The call that lists the accounts opened by a customer's referral link. */
export function registerReferralRoutes(app: FastifyInstance, { database, sessions }: ReferralRoutesOptions): void {
  registerCall(app, getReferrals, { sessions }, async ({ caller }) => {
    const rows = await loadReferrals(database, caller.accountId);
    return { ok: true, data: rows.map(referralView) };
  });
}

function referralView({ firstName, lastName, email, createdAt }: ReferralRow): Referral {
  return { full_name: `${firstName} ${lastName}`.trim(), email, created_at: createdAt.toISOString() };
}
