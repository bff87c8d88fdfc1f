import type { Locale } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import type { Mail } from '../mail/mail.ts';
import { letter, mailWords } from '../mail/mail-words.ts';

export interface PasswordMailFacts {
  to: string;
  locale: Locale;
  /** The site's public address without a slash at its end. */
  siteUrl: string;
  changedAt: Date;
}

/** Tells a customer that the password was changed, by whomever. */
export function passwordMail({ to, locale, siteUrl, changedAt }: PasswordMailFacts): Mail {
  const t = mailWords(locale);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const text = t('mails.passwordChanged.text', { date: `${format.format(changedAt)} UTC` });
  const otherwise = t('mails.passwordChanged.otherwise');
  const page = siteUrl + writeAddress({ locale, slug: 'password/request' });
  return {
    ...{ to, subject: t('mails.passwordChanged.subject') },
    text: letter(locale, [text, `${otherwise}\n${page}`]),
  };
}
