import type { FastifyInstance } from 'fastify';
import { login, logout } from '../../lib/contract/calls.ts';
import { userView } from '../accounts/user-view.ts';
import { bearerToken } from '../http/caller.ts';
import { registerCall } from '../http/register-call.ts';
import type { LogInDependencies } from './log-in.ts';
import { logIn } from './log-in.ts';

/** Log-in and logout of customers. */
export function registerAuthRoutes(app: FastifyInstance, dependencies: LogInDependencies): void {
  const { sessions } = dependencies;

  registerCall(app, login, { sessions }, async ({ body, request }) => {
    const { email, password, recaptcha: humanToken } = body;
    const result = await logIn(dependencies, { email, password, humanToken, address: request.ip });
    return result.ok
      ? { ok: true, data: { access_token: result.accessToken, user: userView(result.account) } }
      : result;
  });

  registerCall(app, logout, { sessions }, async ({ request }) => {
    const accessToken = bearerToken(request.headers.authorization);
    if (accessToken !== undefined) {
      await sessions.end(accessToken);
    }
    return { ok: true, data: null };
  });
}
