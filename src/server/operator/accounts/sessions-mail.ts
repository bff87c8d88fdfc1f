import type { Locale } from '../../../brand.ts';
import { writeAddress } from '../../../content/addresses.ts';
import type { Mail } from '../../mail/mail.ts';
import { letter, mailDate, mailWords } from '../../mail/mail-words.ts';

export interface SessionsMailFacts {
  to: string;
  locale: Locale;
  /** The site's public address without a slash at its end. */
  siteUrl: string;
  endedAt: Date;
}

/** Tells a customer that the broker has ended every session of theirs. */
export function sessionsEndedMail({ to, locale, siteUrl, endedAt }: SessionsMailFacts): Mail {
  const t = mailWords(locale);
  const pageOf = (slug: string) => siteUrl + writeAddress({ locale, slug });
  const text = t('mails.sessionsEnded.text', { date: mailDate(locale, endedAt) });
  const paragraphs = [
    `${text}\n${pageOf('login')}`,
    `${t('mails.sessionsEnded.otherwise')}\n${pageOf('password/request')}`,
  ];
  return { to, subject: t('mails.sessionsEnded.subject'), text: letter(locale, paragraphs) };
}
