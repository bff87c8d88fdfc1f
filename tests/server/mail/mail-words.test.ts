import { describe, expect, test } from 'vitest';
import { locales } from '../../../src/brand.ts';
import { passwordMail } from '../../../src/server/accounts/password-mail.ts';
import { knownMail, registeredMail, resetMail } from '../../../src/server/sign-in/sign-in-mail.ts';
import { languageOf, letter } from '../../../src/server/mail/mail-words.ts';
import { sessionsEndedMail } from '../../../src/server/auth/session-commands.ts';

describe.each(locales)('the mails to customers in %s', (locale) => {
  const to = 'ada@example.com';
  const siteUrl = 'https://broker.example';
  const link = `${siteUrl}/autoLogin/abc`;
  const facts = { to, locale, siteUrl, link, validMs: 24 * 3_600_000 };
  const mails = {
    reset: resetMail({ ...facts, validMs: 30 * 60_000 }),
    registered: registeredMail(facts),
    known: knownMail(facts),
    passwordChanged: passwordMail({ ...facts, changedAt: new Date('2026-11-02T12:00:00Z') }),
    sessionsEnded: sessionsEndedMail({ ...facts, endedAt: new Date('2026-11-02T12:00:00Z') }),
  };

  test.each(Object.entries(mails))('%s contain everything they need', (_name, mail) => {
    expect(mail.to).toBe(to);
    expect(mail.subject).toContain('Vernier');
    expect(mail.text).toContain(siteUrl);
    expect(mail.text.startsWith(letter(locale, []).split('\n')[0] ?? '')).toBe(true);
    expect(`${mail.subject}\n${mail.text}`).not.toMatch(/\{\{|\}\}|mails\.|undefined/);
    // A link must be alone on its line, because mail programs would include the text after it.
    for (const line of mail.text.split('\n')) if (line.includes('://')) expect(line).toMatch(/^https:\/\/\S+$/);
  });

  test('say how long a link works, in its unit', () => {
    expect(mails.reset.text).toMatch(/\b30\b/);
    expect(mails.registered.text).toMatch(/\b24\b/);
    expect(mails.passwordChanged.text).toContain('2026');
  });
});

test.each([
  ['de', 'it', 'de'],
  [undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['xx', 'fr-CH, es-ES;q=0.9', 'es'],
  ['DE-at', undefined, 'de'],
  [undefined, '*', 'en'],
  [undefined, undefined, 'en'],
  ['__proto__', `${'x,'.repeat(10_000)}de`, 'en'],
])('a page in %s and a browser in %s get a mail in %s', (asked, spoken, locale) => {
  expect(languageOf(asked, spoken)).toBe(locale);
});
