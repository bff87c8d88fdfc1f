import type { Locale } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import type { Mail } from '../mail/mail.ts';
import { letter, mailDate, mailWords } from '../mail/mail-words.ts';

/** What a mail reports: the second factor was switched on or off, or there are new recovery codes. */
export type FactorNews = 'on' | 'off' | 'codes';

export interface FactorMailFacts extends ClaimMailFacts {
  news: FactorNews;
}

export interface ClaimMailFacts {
  to: string;
  locale: Locale;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
  changedAt: Date;
}

/** Builds the mail about a change of the second factor, whoever made it. Contains no code and no secret. */
export function factorMail({ to, news, locale, siteUrl, changedAt }: FactorMailFacts): Mail {
  const t = mailWords(locale);
  const text = t(`mails.secondFactor.${news}.text`, { date: mailDate(locale, changedAt) });
  const page = siteUrl + writeAddress({ locale, slug: 'my-account/security' });
  return {
    ...{ to, subject: t(`mails.secondFactor.${news}.subject`) },
    text: letter(locale, [text, `${t('mails.secondFactor.otherwise')}\n${page}`]),
  };
}

/**
 * Builds the mail that tells an owner that their unclaimed account was entered by a link, and that all earlier access
 * has ended.
 */
export function claimMail({ to, locale, siteUrl, changedAt }: ClaimMailFacts): Mail {
  const t = mailWords(locale);
  const text = t('mails.claimed.text', { date: mailDate(locale, changedAt) });
  const page = siteUrl + writeAddress({ locale, slug: 'password/request' });
  return {
    ...{ to, subject: t('mails.claimed.subject') },
    text: letter(locale, [text, `${t('mails.claimed.otherwise')}\n${page}`]),
  };
}
