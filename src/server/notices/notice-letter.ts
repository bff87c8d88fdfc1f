import type { Locale } from '../../brand.ts';
import { brand } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import type { NoticeCode } from '../../lib/notices/notice-catalogue.ts';
import { isSwitchable, noticeCatalogue } from '../../lib/notices/notice-catalogue.ts';
import type { StoredNoticeData } from '../../lib/notices/stored-notice.ts';
import { linkOf } from '../../lib/notices/stored-notice.ts';
import { toMajor } from '../../lib/money.ts';
import { shortNumber } from '../../lib/transactions/transaction-types.ts';
import type { Letter, LetterLink } from '../mail/letter.ts';
import { mailDate, mailWords } from '../mail/mail-words.ts';

/** What the mail about an event says. */
export interface LetterFacts {
  code: NoticeCode;
  data: StoredNoticeData;
  destination?: string | undefined;
  at: Date;
  locale: Locale;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
}

/**
 * Writes the mail about an event of the catalogue. Others may read mails, so it shows no balance, and of a destination
 * only what its owner recognises.
 */
export function noticeLetter(facts: LetterFacts): Letter {
  const { code, data, locale, siteUrl } = facts;
  const t = mailWords(locale);
  const pageOf = (path: string) => siteUrl + writeAddress({ locale, slug: path.slice(1) });
  const { reason } = data;
  const label = t(code === 'document_rejected' ? 'mails.events.document_rejected.reason' : 'mails.facts.reason');
  return {
    ...{ locale, greets: 'customer', subject: t(`mails.events.${code}.subject`, { symbol: data.symbol ?? '' }) },
    paragraphs: [t(`mails.events.${code}.text`)],
    facts: factsOf(facts),
    ...(reason !== undefined && { quote: { label, text: reason } }),
    ...(code !== 'new_device' && {
      action: {
        label: data.symbol === undefined ? t(`mails.events.${code}.button`) : t('mails.closings.button'),
        url: pageOf(linkOf(code, data)),
      },
    }),
    notes: notesOf(code, locale, pageOf),
    ...(isSwitchable(code, 'mail') && { choices: choicesLink(locale, siteUrl) }),
    isOnce: !noticeCatalogue[code].isListed,
  };
}

/** Where customers choose what they are told of. */
export function choicesLink(locale: Locale, siteUrl: string): LetterLink {
  const url = siteUrl + writeAddress({ locale, slug: 'my-account/notifications' });
  return { label: mailWords(locale)('mails.footer.choices'), url };
}

/** An amount of minor units, as a customer reads it. */
export const moneyText = (amountMinor: number, locale: Locale) =>
  formatMoney(toMajor(amountMinor), locale, brand.currency);

function factsOf({ data, destination, at, locale }: LetterFacts): { label: string; value: string }[] {
  const t = mailWords(locale);
  const { document, transactionId, amountMinor, symbol, direction, profitMinor, device, address, location } = data;
  const known = [
    ['document', document && t(`mails.documents.${document}`)],
    ['amount', amountMinor === undefined ? undefined : moneyText(amountMinor, locale)],
    ['destination', destination],
    ['reference', transactionId && shortNumber(transactionId)],
    ['position', symbol && direction && `${symbol}, ${t(`mails.directions.${direction}`)}`],
    ['profit', profitMinor === undefined ? undefined : signedMoney(profitMinor, locale)],
    ['device', device],
    ['address', address],
    ['location', location],
    ['date', mailDate(locale, at)],
  ] as const;
  const isOfNothing = known.every(([key, value]) => key === 'date' || value === undefined);
  if (isOfNothing) return [];
  return known.flatMap(([key, value]) => (value ? [{ label: t(`mails.facts.${key}`), value }] : []));
}

/** A profit or loss with its sign. */
export function signedMoney(minor: number, locale: Locale): string {
  const text = moneyText(Math.abs(minor), locale);
  return minor === 0 ? text : `${minor > 0 ? '+' : '−'}${text}`;
}

/** What to do if the reader did not do this. */
function notesOf(code: NoticeCode, locale: Locale, pageOf: (path: string) => string): NonNullable<Letter['notes']> {
  const t = mailWords(locale);
  const password = pageOf('/password/request');
  const contact = pageOf('/contact-us');
  const security = pageOf('/my-account/security');
  if (code === 'withdrawal_requested' || code === 'withdrawal_cancelled')
    return [
      { text: t(`mails.events.${code}.otherwise`), url: password },
      { text: t(`mails.events.${code}.contact`), url: contact },
    ];
  if (code === 'money_taken') return [{ text: t('mails.events.money_taken.contact'), url: contact }];
  if (code === 'new_device')
    return [
      { text: t('mails.events.new_device.otherwise'), url: password },
      { text: t('mails.events.new_device.contact'), url: security },
    ];
  return [];
}
