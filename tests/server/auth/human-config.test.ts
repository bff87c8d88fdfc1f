import { describe, expect, test } from 'vitest';
import type { Config } from '../../../src/server/config.ts';
import { describeFaults, parseConfig } from '../../../src/server/config.ts';

function read(env: Record<string, string>): string | Config['recaptcha'] {
  const parsed = parseConfig(env);
  return parsed.ok ? parsed.config.recaptcha : describeFaults(parsed.faults);
}

describe('reCAPTCHA', () => {
  const keys = { RECAPTCHA_SITE_KEY: 'site-key-1', RECAPTCHA_SECRET_KEY: 'secret-key-1' };

  test('is off without its keys, and asks Google with them', () => {
    expect(read({})).toBeNull();
    expect(read(keys)).toEqual({
      siteKey: 'site-key-1',
      secretKey: 'secret-key-1',
      verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
      minScore: 0.5,
    });
  });

  test('needs both keys', () => {
    expect(read({ RECAPTCHA_SITE_KEY: 'site-key-1' })).toContain('RECAPTCHA_SECRET_KEY: expected');
    expect(read({ RECAPTCHA_SECRET_KEY: 'secret-key-1' })).toContain('RECAPTCHA_SITE_KEY: expected');
    expect(read({ ...keys, RECAPTCHA_SITE_KEY: '"><script>' })).toContain('RECAPTCHA_SITE_KEY: expected');
    expect(read({ ...keys, RECAPTCHA_MIN_SCORE: '2' })).toContain('RECAPTCHA_MIN_SCORE: expected');
  });
});
