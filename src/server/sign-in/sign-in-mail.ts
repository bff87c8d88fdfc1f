import type { Locale } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import { mailWords } from '../mail/mail-words.ts';
import type { LetterMail } from '../mail/mail.ts';

export interface SignInMailFacts {
  to: string;
  locale: Locale;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
}

interface LinkFacts extends SignInMailFacts {
  link: string;
  validMs: number;
}

/** The mail with a link for choosing a new password. */
export function resetMail({ to, locale, link, validMs }: LinkFacts): LetterMail {
  const t = mailWords(locale);
  return {
    ...{ to, worthMs: validMs },
    letter: {
      ...{ locale, greets: 'customer', subject: t('mails.reset.subject') },
      paragraphs: [t('mails.reset.text')],
      action: { label: t('mails.reset.button'), url: link },
      notes: [{ text: t('mails.reset.validity', { minutes: validMs / 60_000 }) }, { text: t('mails.reset.otherwise') }],
    },
  };
}

/**
 * Confirms the address of a new account. Sent only if registrations must not reveal whether an account existed. It
 * greets nobody: a stranger may have typed the name.
 */
export function registeredMail({ to, locale, siteUrl, link, validMs }: LinkFacts): LetterMail {
  const t = mailWords(locale);
  const again = siteUrl + writeAddress({ locale, slug: 'password/request' });
  return {
    ...{ to, worthMs: validMs },
    letter: {
      ...{ locale, greets: null, subject: t('mails.registered.subject') },
      paragraphs: [t('mails.registered.text')],
      action: { label: t('mails.registered.button'), url: link },
      notes: [
        {
          text: t('mails.registered.validity', { hours: validMs / 3_600_000 }),
          url: again,
        },
        { text: t('mails.registered.otherwise') },
      ],
    },
  };
}

/**
 * Tells the owner of an account that somebody tried to register with their address. It greets nobody: anybody can cause
 * it.
 */
export function knownMail({ to, locale, siteUrl }: SignInMailFacts): LetterMail {
  const t = mailWords(locale);
  const pageOf = (slug: string) => siteUrl + writeAddress({ locale, slug });
  return {
    to,
    letter: {
      ...{ locale, greets: null, subject: t('mails.known.subject') },
      paragraphs: [t('mails.known.text')],
      action: { label: t('mails.known.button'), url: pageOf('login') },
      notes: [
        {
          text: t('mails.known.forgotten'),
          url: pageOf('password/request'),
        },
        { text: t('mails.known.otherwise') },
      ],
    },
  };
}
