import type { FastifyInstance } from 'fastify';
import { login, logout } from '../../lib/contract/calls.ts';
import { userView } from '../accounts/user-view.ts';
import { registerCall } from '../http/register-call.ts';
import type { LogInDependencies } from './log-in.ts';
import { logIn } from './log-in.ts';
import { logOut } from '../sessions/end-sessions.ts';
import { registerSessionRoutes } from './session-routes.ts';
import { languageOf } from '../mail/mail-words.ts';
import { originOf } from '../http/request-origin.ts';
import type { Sessions } from '../sessions/sessions.ts';

export interface AuthRoutesOptions extends LogInDependencies {
  sessions: Sessions;
  /** The unread notices of the account changed. */
  noticesMoved: (accountId: number) => void;
}

/** Log-in and logout of customers, and the calls about their sessions. */
export function registerAuthRoutes(app: FastifyInstance, dependencies: AuthRoutesOptions): void {
  const { sessions } = dependencies;

  registerCall(app, login, { sessions }, async ({ body, request }) => {
    const { email, password, recaptcha: humanToken, device: deviceToken, second_factor: secondFactor } = body;
    const language = languageOf(body.lang, request.headers['accept-language']);
    const claims = { email, password, humanToken, deviceToken, secondFactor, language };
    const result = await logIn(dependencies, { ...claims, origin: originOf(request) });
    if (!result.ok) return result;
    const { accessToken, deviceToken: device, account, isNews } = result;
    if (isNews) dependencies.noticesMoved(account.id);
    return { ok: true, data: { access_token: accessToken, user: userView(account), device } };
  });

  registerCall(app, logout, { sessions }, async ({ caller, request }) => {
    const { accountId, session } = caller;
    await logOut(dependencies, { accountId, id: session.id, origin: originOf(request) });
    return { ok: true, data: null };
  });
  registerSessionRoutes(app, dependencies);
}
