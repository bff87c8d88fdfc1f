import type { Logger } from 'pino';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { HumanConfig } from './human-config.ts';

/**
 * The result of the check. `missing`: the browser could not run the check, so it has no token; `unavailable`: the
 * verifier did not answer.
 */
export type HumanityMark = 'off' | 'passed' | 'missing' | 'unavailable';

export interface HumanCheckParts {
  /** Null: nothing is checked. */
  config: HumanConfig['recaptcha'];
  logger: Pick<Logger, 'warn'>;
}

export interface HumanClaim {
  /** The token that the check gave the browser. */
  token: string | undefined;
  /** The purpose for which the browser requested the token. */
  action: string;
  /**
   * The request comes from a page where the check cannot run, without scripts or without the check's script, so it
   * cannot have a token.
   */
  isWithoutScripts: boolean;
}

/** Problem: NOT_HUMAN. */
export type HumanCheck = (claim: HumanClaim) => Promise<Result<{ mark: HumanityMark }>>;

/** Short, because a visitor waits for it. */
const verifyTimeoutMs = 3_000;

interface Verdict {
  success: boolean;
  score?: unknown;
  action?: unknown;
  'error-codes'?: unknown;
}

/**
 * Asks the verifier whether a person sent a form or logs in. If the verifier is down, or rejects our keys, visitors are
 * let through with a mark: the limits still protect the server.
 */
export function createHumanCheck({ config, logger }: HumanCheckParts): HumanCheck {
  if (!config) return () => Promise.resolve({ ok: true, mark: 'off' });
  return async ({ token, action, isWithoutScripts }) => {
    if (token === undefined || token === '')
      return isWithoutScripts ? { ok: true, mark: 'missing' } : refuse('NOT_HUMAN');
    const verdict = await ask(config, token).catch((fault: unknown) => {
      logger.warn({ err: fault }, 'the reCAPTCHA verifier does not answer; forms and log-ins are taken unchecked');
      return null;
    });
    if (!verdict) return { ok: true, mark: 'unavailable' };
    if (isPerson(verdict, config.minScore, action)) return { ok: true, mark: 'passed' };
    const codes = [verdict['error-codes']].flat();
    if (codes.some((code) => code === 'invalid-input-secret' || code === 'missing-input-secret')) {
      logger.warn(
        { codes },
        'the reCAPTCHA verifier refuses RECAPTCHA_SECRET_KEY; forms and log-ins are taken unchecked',
      );
      return { ok: true, mark: 'unavailable' };
    }
    return refuse('NOT_HUMAN');
  };
}

type Verifier = Pick<NonNullable<HumanConfig['recaptcha']>, 'verifyUrl' | 'secretKey'>;

async function ask({ verifyUrl, secretKey }: Verifier, token: string): Promise<Verdict> {
  const response = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret: secretKey, response: token }),
    redirect: 'error',
    signal: AbortSignal.timeout(verifyTimeoutMs),
  });
  if (!response.ok) throw new Error(`The verifier answers ${response.status}`);
  const verdict: unknown = await response.json();
  if (typeof verdict !== 'object' || verdict === null || !('success' in verdict)) {
    throw new Error('The verifier’s answer has an unexpected form');
  }
  return { ...verdict, success: verdict.success === true };
}

function isPerson({ success, score, action }: Verdict, minScore: number, expected: string): boolean {
  const isForThis = action === undefined || action === expected;
  return success && isForThis && typeof score === 'number' && score >= minScore;
}
