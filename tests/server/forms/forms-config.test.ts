import { describe, expect, test } from 'vitest';
import { describeFaults, parseConfig } from '../../../src/server/config.ts';

function read(env: Record<string, string>): string | Pick<ReturnType<typeof configOf>, 'mail' | 'recaptcha'> {
  const parsed = parseConfig(env);
  return parsed.ok ? { mail: parsed.config.mail, recaptcha: parsed.config.recaptcha } : describeFaults(parsed.faults);
}

function configOf(env: Record<string, string>) {
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new Error(describeFaults(parsed.faults));
  return parsed.config;
}

describe('mail', () => {
  const smtp = { SMTP_URL: 'smtps://desk:hunter2@mail.example.com', MAIL_TO_CONTACT: 'desk@example.com' };

  test('needs nothing as long as mails are files', () => {
    expect(configOf({ SITE_URL: 'https://broker.example/' }).mail).toEqual({
      smtpUrl: null,
      from: 'no-reply@broker.example',
      contactTo: 'contact@broker.example',
    });
  });

  test('takes a server, with who mails come from and go to', () => {
    expect(configOf({ ...smtp, MAIL_FROM: 'Desk <no-reply@example.com>' }).mail).toEqual({
      smtpUrl: 'smtps://desk:hunter2@mail.example.com',
      from: 'Desk <no-reply@example.com>',
      contactTo: 'desk@example.com',
    });
    expect(read(smtp)).toBe(
      'MAIL_FROM: expected an address, or Name <address>, found nothing, although SMTP_URL is set',
    );
  });

  test('shows neither a password nor an address in a fault', () => {
    const faults = read({
      SMTP_URL: 'http://desk:hunter2@x',
      MAIL_FROM: 'somebody at home',
      MAIL_TO_CONTACT: 'a, b@c',
    });
    expect(faults).toContain('SMTP_URL: expected a URL that starts with smtp:// or smtps://');
    expect(faults).not.toMatch(/hunter2|somebody|b@c/);
  });
});

describe('reCAPTCHA', () => {
  const keys = { RECAPTCHA_SITE_KEY: 'site-key-1', RECAPTCHA_SECRET_KEY: 'secret-key-1' };

  test('is not there without its keys, and asks Google with them', () => {
    expect(configOf({}).recaptcha).toBeNull();
    expect(configOf(keys).recaptcha).toEqual({
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
