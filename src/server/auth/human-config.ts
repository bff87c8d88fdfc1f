import type { EnvironmentReader } from '../environment.ts';

/** The settings of the check of humanity. */
export interface HumanConfig {
  /** Null: visitors are not checked, and the script of the check is not loaded. */
  recaptcha: {
    siteKey: string;
    secretKey: string;
    verifyUrl: string;
    /** From 0 to 1: below it, a form or a log-in counts as a machine's. */
    minScore: number;
  } | null;
}

const verifyUrlOfGoogle = 'https://www.google.com/recaptcha/api/siteverify';

/** Requires both keys, or neither. */
export function readHuman(read: EnvironmentReader): HumanConfig {
  return { recaptcha: readRecaptcha(read) };
}

function readRecaptcha(read: EnvironmentReader): HumanConfig['recaptcha'] {
  const siteKey = read.text('RECAPTCHA_SITE_KEY', '');
  const secretKey = read.secret('RECAPTCHA_SECRET_KEY', 8);
  const verifyUrl = read.url('RECAPTCHA_VERIFY_URL', ['https:', 'http:']) ?? verifyUrlOfGoogle;
  const minScore = read.number('RECAPTCHA_MIN_SCORE', { fallback: 0.5, minimum: 0, maximum: 1, whole: false });
  if (siteKey === '' && secretKey === null) return null;
  if (!/^[\w-]{8,200}$/.test(siteKey)) {
    const found = siteKey === '' ? 'nothing, although RECAPTCHA_SECRET_KEY is set' : 'something else';
    read.faults.push({ variable: 'RECAPTCHA_SITE_KEY', expected: 'letters, digits, - and _', found });
  }
  if (secretKey === null) {
    const found = 'nothing, although RECAPTCHA_SITE_KEY is set';
    read.faults.push({ variable: 'RECAPTCHA_SECRET_KEY', expected: 'the secret of the site key', found });
  }
  return { siteKey, secretKey: secretKey ?? '', verifyUrl, minScore };
}
