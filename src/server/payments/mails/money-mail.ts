import type { Locale } from '../../../brand.ts';
import { brand } from '../../../brand.ts';
import { writeAddress } from '../../../content/addresses.ts';
import { formatMoney } from '../../../lib/format/format-number.ts';
import { toMajor } from '../../../lib/trading/money.ts';
import { shortNumber } from '../../../lib/transactions/short-number.ts';
import type { TransactionGroup } from '../../../lib/transactions/transaction-types.ts';
import type { Mail } from '../../mail/mail.ts';
import { letter, mailDate, mailWords } from '../../mail/mail-words.ts';
import { shownDestination } from './shown-destination.ts';

/** What became of a deposit or a withdrawal that a customer had asked for, or what an operator took. */
export interface MoneyNews {
  happened: 'credited' | 'requested' | 'sent' | 'declined' | 'cancelled' | 'returned' | 'taken';
  transactionId: string;
  /** Where its customer finds what was taken. */
  group?: TransactionGroup | undefined;
  /** Minor units; of what leaves the account below zero, as its transaction has it. */
  amountMinor: number;
  at: Date;
  /** What the operator says of it. */
  reason?: string | undefined;
  /** Of a withdrawal that was requested: what was written of where it goes. */
  comments?: string;
}

export interface MoneyMailFacts extends MoneyNews {
  locale: Locale;
  /** The site's public address without a slash at its end. */
  siteUrl: string;
}

/**
 * What a customer is told by mail of money. Where it goes to is shown by its ends only, because a mail is read by others too: enough for its
 * reader to see that somebody put another account in. Whoever did not ask for it reads what to do at once.
 */
export function moneyMail(facts: MoneyMailFacts): Omit<Mail, 'to'> {
  const { happened, locale, reason, siteUrl, transactionId, comments } = facts;
  const { group = happened === 'credited' ? 'deposits' : 'withdrawals' } = facts;
  const t = mailWords(locale);
  const pageOf = (slug: string) => siteUrl + writeAddress({ locale, slug });
  const linked = (key: string, url: string) => `${t(`mails.money.${happened}.${key}`)}\n${url}`;
  const paragraphs = [
    t(`mails.money.${happened}.text`, placesOf(facts)),
    ...(comments === undefined ? [] : [t('mails.money.destination', { text: shownDestination(comments) })]),
    ...(reason === undefined ? [] : [t('mails.money.reason', { reason })]),
    linked('page', `${pageOf(`transactions/${group}`)}?transaction=${transactionId}`),
    ...(isOfCustomer(happened) ? [linked('otherwise', pageOf('password/request'))] : []),
    ...(isOfCustomer(happened) || happened === 'taken' ? [linked('contact', pageOf('contact-us'))] : []),
  ];
  return { subject: t(`mails.money.${happened}.subject`), text: letter(locale, paragraphs) };
}

/** What nobody but its customer does, or somebody in the customer's place. */
const isOfCustomer = (happened: MoneyNews['happened']) => happened === 'requested' || happened === 'cancelled';

function placesOf({ transactionId, amountMinor, at, locale }: MoneyMailFacts) {
  return {
    amount: formatMoney(toMajor(Math.abs(amountMinor)), locale, brand.currency),
    number: shortNumber(transactionId),
    date: mailDate(locale, at),
  };
}
