import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { Switches } from '../../brand.ts';
import * as calls from '../../lib/contract/accounts/sign-in-calls.ts';
import { userView } from '../accounts/user-view.ts';
import { originOf } from '../http/request-origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { registerCall } from '../http/register-call.ts';
import { languageOf } from '../mail/mail-words.ts';
import { createLimiter } from '../throttle/limiter.ts';
import { signInLimits } from '../throttle/limits.ts';
import type { SignInConfig } from './sign-in-config.ts';
import type { ForgotPasswordParts } from './forgot-password.ts';
import { forgotPassword } from './forgot-password.ts';
import type { LogInByCodeParts } from './log-in-by-code.ts';
import { logInByCode } from './log-in-by-code.ts';
import type { LogInToDemoParts } from './log-in-to-demo.ts';
import { logInToDemo } from './log-in-to-demo.ts';
import type { RegisterParts } from './register.ts';
import { register } from './register.ts';

type Parts = RegisterParts & ForgotPasswordParts & LogInByCodeParts & LogInToDemoParts;

export interface SignInRoutesOptions extends Omit<
  Parts,
  'limiter' | 'siteUrl' | 'isOpen' | 'hidesAccounts' | 'sessions'
> {
  sessions: Sessions;
  redis: Redis | null;
  /** The unread notices of the account changed. */
  noticesMoved: (accountId: number) => void;
  config: Pick<SignInConfig, 'hideAccountExistence'> & {
    siteUrl: string;
    demoData: boolean;
    switches: Pick<Switches, 'registration'>;
  };
}

/** Registers the calls for registration, a forgotten password, the link in a mail and, with demo data, the demo. */
export function registerSignInRoutes(app: FastifyInstance, { redis, config, ...options }: SignInRoutesOptions): void {
  const { sessions } = options;
  const { siteUrl, switches, hideAccountExistence: hidesAccounts } = config;
  const limiter = createLimiter(redis, signInLimits);
  const parts: Parts = { ...options, limiter, siteUrl, isOpen: switches.registration, hidesAccounts };
  const localeOf = (request: FastifyRequest, lang: string | undefined) =>
    languageOf(lang, request.headers['accept-language']);

  registerCall(app, calls.register, { sessions }, async ({ body, request }) => {
    const result = await register(parts, {
      ...{ firstName: body.first_name, lastName: body.last_name, email: body.email, password: body.password },
      ...{ phone: body.phone, country: body.country ?? null, ref: body.ref ?? null },
      ...{ sourcePage: body.source_page ?? null, sourceTag: body.source_tag ?? null },
      locale: localeOf(request, body.lang),
      ...{ humanToken: body.recaptcha, origin: originOf(request) },
    });
    if (!result.ok) return result;
    const { registered } = result;
    if (!registered) return { ok: true, data: null };
    const { accessToken, deviceToken: device, account } = registered;
    return { ok: true, data: { access_token: accessToken, user: userView(account), device } };
  });

  registerCall(app, calls.forgotPassword, { sessions }, async ({ body, request }) => {
    const { email, recaptcha: humanToken, lang } = body;
    const command = { email, humanToken, locale: localeOf(request, lang), origin: originOf(request) };
    const result = await forgotPassword(parts, command);
    return result.ok ? { ok: true, data: null } : result;
  });

  registerCall(app, calls.loginByCode, { sessions }, async ({ params, body, request }) => {
    const claims = { code: params.code, deviceToken: body.device, secondFactor: body.second_factor };
    const locale = localeOf(request, body.lang);
    const result = await logInByCode(parts, { ...claims, locale, origin: originOf(request) });
    if (!result.ok) return result;
    const { accessToken, deviceToken: device, account, purpose, isNews } = result;
    if (isNews) options.noticesMoved(account.id);
    return { ok: true, data: { access_token: accessToken, user: userView(account), device, purpose } };
  });

  if (config.demoData) registerDemo(app, { ...parts, sessions });
}

function registerDemo(app: FastifyInstance, parts: Parts & Pick<SignInRoutesOptions, 'sessions'>): void {
  registerCall(app, calls.logInToDemo, parts, async ({ body, request }) => {
    const result = await logInToDemo(parts, { deviceToken: body.device, origin: originOf(request) });
    if (!result.ok) return result;
    const { accessToken, deviceToken: device, account } = result;
    return { ok: true, data: { access_token: accessToken, user: userView(account), device } };
  });
}
