import type { Locale } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import { mailDate, mailWords } from '../mail/mail-words.ts';
import type { LetterMail } from '../mail/mail.ts';

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
export function factorMail({ to, news, locale, siteUrl, changedAt }: FactorMailFacts): LetterMail {
  const t = mailWords(locale);
  const pageOf = (slug: string) => siteUrl + writeAddress({ locale, slug });
  return {
    to,
    letter: {
      ...{ locale, greets: 'customer', subject: t(`mails.secondFactor.${news}.subject`) },
      paragraphs: [t(`mails.secondFactor.${news}.text`, { date: mailDate(locale, changedAt) })],
      action: { label: t('mails.links.security'), url: pageOf('my-account/security') },
      notes: [
        {
          text: t('mails.secondFactor.otherwise'),
          url: pageOf('password/request'),
        },
      ],
    },
  };
}

/**
 * Builds the mail that tells an owner that their unclaimed account was entered by a link, and that all earlier access
 * has ended. It greets nobody: a stranger may have typed the name of the account.
 */
export function claimMail({ to, locale, siteUrl, changedAt }: ClaimMailFacts): LetterMail {
  const t = mailWords(locale);
  const url = siteUrl + writeAddress({ locale, slug: 'password/request' });
  return {
    to,
    letter: {
      ...{ locale, greets: null, subject: t('mails.claimed.subject') },
      paragraphs: [t('mails.claimed.text', { date: mailDate(locale, changedAt) })],
      notes: [{ text: t('mails.claimed.otherwise'), url }],
    },
  };
}
