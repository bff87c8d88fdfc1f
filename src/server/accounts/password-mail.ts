import type { Locale } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import type { Mail } from '../mail/mail.ts';
import { letter, mailDate, mailWords } from '../mail/mail-words.ts';

export interface PasswordMailFacts {
  to: string;
  locale: Locale;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
  changedAt: Date;
}

/** Tells a customer that the password was changed, no matter by whom. */
export function passwordMail(facts: PasswordMailFacts): Mail {
  return mailWith(facts, { otherwise: 'mails.passwordChanged.otherwise', slug: 'password/request' });
}

/**
 * Tells an affiliate that the password was changed. Affiliates have no form for a forgotten password, so the mail leads
 * to the broker, who can set a new one.
 */
export function affiliatePasswordMail(facts: PasswordMailFacts): Mail {
  return mailWith(facts, { otherwise: 'mails.passwordChanged.tellUs', slug: 'contact-us' });
}

function mailWith(
  { to, locale, siteUrl, changedAt }: PasswordMailFacts,
  lead: { otherwise: string; slug: string },
): Mail {
  const t = mailWords(locale);
  const text = t('mails.passwordChanged.text', { date: mailDate(locale, changedAt) });
  const otherwise = t(lead.otherwise);
  const page = siteUrl + writeAddress({ locale, slug: lead.slug });
  return {
    ...{ to, subject: t('mails.passwordChanged.subject') },
    text: letter(locale, [text, `${otherwise}\n${page}`]),
  };
}
