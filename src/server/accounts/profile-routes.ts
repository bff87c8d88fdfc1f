import type { FastifyInstance } from 'fastify';
import {
  updatePassword as passwordCall,
  updateProfile as profileCall,
} from '../../lib/contract/accounts/account-calls.ts';
import { originOf } from '../http/request-origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { registerCall } from '../http/register-call.ts';
import { languageOf } from '../mail/mail-words.ts';
import type { UpdatePasswordParts } from './update-password.ts';
import { updatePassword } from './update-password.ts';
import type { UpdateProfileParts } from './update-profile.ts';
import { updateProfile } from './update-profile.ts';
import { userView } from './user-view.ts';

export interface ProfileRoutesOptions extends UpdateProfileParts, Omit<UpdatePasswordParts, 'sessions' | 'siteUrl'> {
  database: UpdatePasswordParts['database'];
  runtime: UpdatePasswordParts['runtime'];
  sessions: Sessions;
  config: { siteUrl: string };
}

/** The calls with which customers change their profile and password. */
export function registerProfileRoutes(app: FastifyInstance, { config, ...options }: ProfileRoutesOptions): void {
  const { sessions } = options;
  const parts = { ...options, siteUrl: config.siteUrl };

  registerCall(app, profileCall, { sessions }, async ({ caller: { accountId }, body, request }) => {
    const { token: _own, ...profile } = body;
    const result = await updateProfile(parts, { accountId, profile, origin: originOf(request) });
    return result.ok ? { ok: true, data: userView(result.account) } : result;
  });

  registerCall(app, passwordCall, { sessions }, async ({ caller: { accountId, session }, body, request }) => {
    const { new_password: newPassword, current_password: currentPassword, device: deviceToken } = body;
    const locale = languageOf(undefined, request.headers['accept-language']);
    const claims = { newPassword, currentPassword, deviceToken };
    const command = { accountId, session, ...claims, locale, origin: originOf(request) };
    const result = await updatePassword(parts, command);
    return result.ok ? { ok: true, data: null } : result;
  });
}
