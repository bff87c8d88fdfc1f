import type { Locale } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import type { Mail } from '../mail/mail.ts';
import { letter, mailWords } from '../mail/mail-words.ts';

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
export function resetMail({ to, locale, link, validMs }: LinkFacts): Mail {
  const t = mailWords(locale);
  const validity = t('mails.reset.validity', { minutes: validMs / 60_000 });
  const paragraphs = [t('mails.reset.text'), link, validity, t('mails.reset.otherwise')];
  return { to, subject: t('mails.reset.subject'), text: letter(locale, paragraphs), worthMs: validMs };
}

/** Confirms the address of a new account. Sent only if registrations must not reveal whether an account existed. */
export function registeredMail({ to, locale, siteUrl, link, validMs }: LinkFacts): Mail {
  const t = mailWords(locale);
  const validity = t('mails.registered.validity', { hours: validMs / 3_600_000 });
  const again = siteUrl + writeAddress({ locale, slug: 'password/request' });
  const paragraphs = [t('mails.registered.text'), link, `${validity}\n${again}`, t('mails.registered.otherwise')];
  return { to, subject: t('mails.registered.subject'), text: letter(locale, paragraphs), worthMs: validMs };
}

/** Tells the owner of an account that somebody tried to register with their address. */
export function knownMail({ to, locale, siteUrl }: SignInMailFacts): Mail {
  const t = mailWords(locale);
  const pageOf = (slug: string) => siteUrl + writeAddress({ locale, slug });
  const paragraphs = [
    `${t('mails.known.text')}\n${pageOf('login')}`,
    `${t('mails.known.forgotten')}\n${pageOf('password/request')}`,
    t('mails.known.otherwise'),
  ];
  return { to, subject: t('mails.known.subject'), text: letter(locale, paragraphs) };
}
