import type { FastifyInstance } from 'fastify';
import {
  disableSecondFactor as disableCall,
  enableSecondFactor as enableCall,
  renewRecoveryCodes as renewCall,
  startSecondFactor as startCall,
} from '../../lib/contract/accounts/account-calls.ts';
import type { User } from '../../lib/contract/entities.ts';
import { loadAccount } from '../accounts/accounts-rows.ts';
import { userView } from '../accounts/user-view.ts';
import { originOf } from '../http/request-origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Database } from '../db/database.ts';
import type { CallContext } from '../http/register-call.ts';
import { registerCall } from '../http/register-call.ts';
import { languageOf } from '../mail/mail-words.ts';
import type { ChangeParts, FactorCommand } from './change-second-factor.ts';
import { startSecondFactor } from './start-second-factor.ts';
import type { StartParts } from './start-second-factor.ts';
import { disableSecondFactor, enableSecondFactor, renewRecoveryCodes } from './switch-second-factor.ts';

export interface SecondFactorRoutesOptions extends Omit<StartParts & ChangeParts, 'siteUrl'> {
  database: Database;
  sessions: Sessions;
  config: { siteUrl: string };
}

/** The calls by which customers manage their own second factor. */
export function registerSecondFactorRoutes(
  app: FastifyInstance,
  { config, ...others }: SecondFactorRoutesOptions,
): void {
  const { database, sessions } = others;
  const options = { ...others, siteUrl: config.siteUrl };

  registerCall(app, startCall, { sessions }, async ({ caller: { accountId, session }, body, request }) => {
    const sessionHash = Buffer.from(session.tokenHash, 'hex');
    const claim = {
      accountId,
      session,
      sessionHash,
      currentPassword: body.current_password,
      origin: originOf(request),
    };
    const result = await startSecondFactor(options, claim);
    return result.ok ? { ok: true, data: { secret: result.secret, uri: result.uri } } : result;
  });

  registerCall(app, enableCall, { sessions }, async (context) => {
    const result = await enableSecondFactor(options, commandOf(context));
    if (!result.ok) return result;
    const user = await loadUser(database, context.caller.accountId);
    return { ok: true, data: { recovery_codes: result.recoveryCodes, user } };
  });

  registerCall(app, disableCall, { sessions }, async (context) => {
    const result = await disableSecondFactor(options, commandOf(context));
    return result.ok ? { ok: true, data: await loadUser(database, context.caller.accountId) } : result;
  });

  registerCall(app, renewCall, { sessions }, async (context) => {
    const result = await renewRecoveryCodes(options, commandOf(context));
    return result.ok ? { ok: true, data: { recovery_codes: result.recoveryCodes } } : result;
  });
}

type CodeContext = CallContext<{ code: string; lang?: string | undefined }, unknown, 'customer'>;

function commandOf({ caller: { accountId, session }, body, request }: CodeContext): FactorCommand {
  const sessionHash = Buffer.from(session.tokenHash, 'hex');
  const locale = languageOf(body.lang, request.headers['accept-language']);
  return { accountId, sessionHash, code: body.code, origin: originOf(request), locale };
}

async function loadUser(database: Database, accountId: number): Promise<User> {
  const account = await loadAccount(database, accountId);
  if (!account) throw new Error('A session outlived its account');
  return userView(account);
}
