import { describe, expect, test } from 'vitest';
import { describeFaults, parseConfig } from '../../../src/server/config.ts';

function read(env: Record<string, string>): string | ReturnType<typeof configOf>['mail'] {
  const parsed = parseConfig(env);
  return parsed.ok ? parsed.config.mail : describeFaults(parsed.faults);
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

  test('accepts a server, with sender and recipient', () => {
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
