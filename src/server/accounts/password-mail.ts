import type { Locale } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import { mailDate, mailWords } from '../mail/mail-words.ts';
import type { LetterMail } from '../mail/mail.ts';

export interface PasswordMailFacts {
  to: string;
  locale: Locale;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
  changedAt: Date;
}

/** Tells a customer that the password was changed, no matter by whom. */
export function passwordMail({ to, locale, siteUrl, changedAt }: PasswordMailFacts): LetterMail {
  const t = mailWords(locale);
  const url = siteUrl + writeAddress({ locale, slug: 'password/request' });
  return {
    to,
    letter: {
      ...{ locale, greets: 'customer', subject: t('mails.passwordChanged.subject') },
      paragraphs: [t('mails.passwordChanged.text', { date: mailDate(locale, changedAt) })],
      notes: [{ text: t('mails.passwordChanged.otherwise'), url }],
    },
  };
}

/**
 * Tells an affiliate that the password was changed. Affiliates have no form for a forgotten password, so the mail leads
 * to the broker, who can set a new one.
 */
export function affiliatePasswordMail(facts: PasswordMailFacts): LetterMail {
  const { to, letter } = passwordMail(facts);
  const { locale, siteUrl } = facts;
  const t = mailWords(locale);
  const url = siteUrl + writeAddress({ locale, slug: 'contact-us' });
  return { to, letter: { ...letter, greets: 'affiliate', notes: [{ text: t('mails.passwordChanged.tellUs'), url }] } };
}
