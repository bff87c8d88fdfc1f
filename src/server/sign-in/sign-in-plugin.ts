import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { AccountChanges } from '../accounts/account-changes.ts';
import type { FirstSignInListener } from '../accounts/note-sign-in.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import { createRefusalNotes } from '../audit/refusal-notes.ts';
import { registerAuthRoutes } from '../auth/auth-routes.ts';
import type { HumanCheck } from '../auth/human-check.ts';
import { createHumanCheck } from '../auth/human-check.ts';
import type { HumanConfig } from '../auth/human-config.ts';
import type { SecondFactorCheck } from '../auth/log-in.ts';
import type { Database } from '../db/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { PasswordRule } from '../passwords/password-rule.ts';
import type { FindLocation } from '../locations/find-location.ts';
import type { Runtime } from '../runtime.ts';
import { createSecondFactorCheck } from '../second-factor/check-second-factor.ts';
import { openSecondFactor } from '../second-factor/open-second-factor.ts';
import { registerSecondFactorRoutes } from '../second-factor/second-factor-routes.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { AttemptLimiter } from '../throttle/attempt-limiter.ts';
import { createAttemptLimiter } from '../throttle/attempt-limiter.ts';
import { createLimiter } from '../throttle/limiter.ts';
import type { PasswordLimiter } from '../throttle/limits.ts';
import { passwordLimits } from '../throttle/limits.ts';
import type { SignInRoutesOptions } from './sign-in-routes.ts';
import { registerSignInRoutes } from './sign-in-routes.ts';

export interface SignInParts {
  config: HumanConfig & SignInRoutesOptions['config'];
  database: Database;
  redis: Redis | null;
  masterKey: Buffer;
  sessions: Sessions;
  accountChanges: AccountChanges;
  mailer: Mailer;
  passwordRule: PasswordRule;
  findLocation: FindLocation;
  onFirstSignIn: FirstSignInListener;
  /** The unread notices of an account changed. */
  noticesMoved: (accountId: number) => void;
  runtime: Runtime;
  logger: Logger;
}

/** The parts that all sign-ins share: the human check, the limits on attempts, and the second factor. */
export interface SignIn {
  isHuman: HumanCheck;
  refusals: RefusalNotes;
  attempts: AttemptLimiter;
  passwordLimiter: PasswordLimiter;
  checkSecondFactor: SecondFactorCheck;
}

/** Registers the calls by which customers sign in: log-in, registration and link, including their second factor. */
export function openSignIn(http: FastifyInstance, parts: SignInParts): SignIn {
  const { config, redis, masterKey, runtime, logger, ...others } = parts;
  const { database, sessions, accountChanges, mailer, passwordRule, findLocation, onFirstSignIn, noticesMoved } =
    others;
  const factor = openSecondFactor({ masterKey, runtime });
  const signIn: SignIn = {
    isHuman: createHumanCheck({ config: config.recaptcha, logger }),
    refusals: createRefusalNotes({ database, runtime, logger }),
    attempts: createAttemptLimiter(redis),
    passwordLimiter: createLimiter(redis, passwordLimits),
    checkSecondFactor: createSecondFactorCheck(factor),
  };
  const { isHuman, refusals, attempts, passwordLimiter, checkSecondFactor } = signIn;
  const signInParts = {
    database,
    sessions,
    runtime,
    isHuman,
    checkSecondFactor,
    findLocation,
    refusals,
    onFirstSignIn,
    noticesMoved,
    siteUrl: config.siteUrl,
  };
  registerAuthRoutes(http, { ...signInParts, attempts });
  registerSignInRoutes(http, { ...signInParts, attempts, mailer, redis, config, passwordRule, logger });
  const ownParts = { database, sessions, accountChanges, mailer, config, passwordLimiter, refusals, runtime };
  registerSecondFactorRoutes(http, { ...factor, ...ownParts });
  return signIn;
}
