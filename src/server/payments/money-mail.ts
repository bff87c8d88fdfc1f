import type { Locale } from '../../brand.ts';
import { brand } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import { onOneLine } from '../../lib/contract/fields.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { toMajor } from '../../lib/money.ts';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import { shortNumber } from '../../lib/transactions/transaction-types.ts';
import type { Queries } from '../db/database.ts';
import { languageOf, letter, mailDate, mailWords } from '../mail/mail-words.ts';
import type { Mail } from '../mail/mail.ts';
import { writeMailToAccount } from '../mail/write-mail.ts';
import type { Runtime } from '../runtime.ts';

export interface MailedNews extends MoneyNews {
  accountId: number;
  /** The language of the customer's request; null if unknown, which means English. */
  language: string | null;
}

/**
 * Mails a customer about their money, through the queries of the caller's database transaction: the mail leaves if and
 * only if that commits, at the next poll of the outbox. The caller changes the state once in the same transaction, so
 * the mail is sent once.
 */
export type SendMoneyMail = (queries: Queries, news: MailedNews) => Promise<void>;

export interface TellingParts {
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
}

export function createMoneyMail({ runtime, siteUrl }: TellingParts): SendMoneyMail {
  return async (queries, { accountId, language, ...news }) => {
    const mail = moneyMail({ ...news, locale: languageOf(language ?? undefined), siteUrl });
    await writeMailToAccount(queries, runtime, { accountId, ...mail });
  };
}

/** What happened to a deposit or withdrawal, or that an operator took money. */
interface MoneyNews {
  happened: 'credited' | 'requested' | 'sent' | 'declined' | 'cancelled' | 'returned' | 'taken';
  transactionId: string;
  /** The tab in which the customer finds money that was taken. */
  group?: TransactionGroup | undefined;
  /** Minor units; below zero if money leaves the account, as in its transaction. */
  amountMinor: number;
  at: Date;
  /** The operator's reason. */
  reason?: string | undefined;
  /** The customer's text about the destination of a requested withdrawal. */
  comments?: string;
}

export interface MoneyMailFacts extends MoneyNews {
  locale: Locale;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
}

/**
 * Builds the mail about a movement of money. Others may read mails, so it shows only the ends of the destination's
 * numbers: enough to notice a wrong account. It tells a reader who did not make the request what to do at once.
 */
function moneyMail(facts: MoneyMailFacts): Omit<Mail, 'to'> {
  const { happened, locale, reason, siteUrl, transactionId, comments } = facts;
  const { group = happened === 'credited' ? 'deposits' : 'withdrawals' } = facts;
  const t = mailWords(locale);
  const pageOf = (slug: string) => siteUrl + writeAddress({ locale, slug });
  const linked = (key: string, url: string) => `${t(`mails.money.${happened}.${key}`)}\n${url}`;
  const paragraphs = [
    t(`mails.money.${happened}.text`, paramsOf(facts)),
    ...(comments === undefined ? [] : [t('mails.money.destination', { text: shownDestination(comments) })]),
    ...(reason === undefined ? [] : [t('mails.money.reason', { reason })]),
    linked('page', `${pageOf(`transactions/${group}`)}?transaction=${transactionId}`),
    ...(isOfCustomer(happened) ? [linked('otherwise', pageOf('password/request'))] : []),
    ...(isOfCustomer(happened) || happened === 'taken' ? [linked('contact', pageOf('contact-us'))] : []),
  ];
  return { subject: t(`mails.money.${happened}.subject`), text: letter(locale, paragraphs) };
}

/** Whether only the customer, or somebody with the customer's session, can have done this. */
const isOfCustomer = (happened: MoneyNews['happened']) => happened === 'requested' || happened === 'cancelled';

function paramsOf({ transactionId, amountMinor, at, locale }: MoneyMailFacts) {
  return {
    amount: formatMoney(toMajor(Math.abs(amountMinor)), locale, brand.currency),
    number: shortNumber(transactionId),
    date: mailDate(locale, at),
  };
}

/** The length limit of a shown destination: enough to recognise one's own bank. */
const longest = 100;
/** How many numbers beyond the limit are still shown. */
const mostNumbers = 3;

/**
 * At least six digits and what people write between them: spaces, dots, dashes, slashes, a bank's letters. Each
 * repetition consumes one digit in only one way, which avoids backtracking.
 */
const numbers = /(?:[A-Za-z]{2})?\d(?:(?:[ ./-]?|[A-Za-z]{1,6}|[ -][A-Z]{4}[ -])\d){5,}/g;
/** Account and wallet numbers written without spaces. */
const longWords = /[A-Za-z\d]{16,}/g;

/**
 * Returns the destination of a withdrawal as a mail may show it: one line with the first 100 characters. Others may
 * read mails, and somebody with a stolen session must not be able to send text or links in the broker's name. Numbers
 * of accounts, cards and phones show only the ends by which their owner recognises them; links are removed, and
 * mailboxes shortened. A few numbers beyond the limit are appended.
 */
export function shownDestination(comments: string): string {
  const words = onOneLine(comments)
    .trim()
    .replaceAll(/["“”„«»]/g, "'")
    .split(' ');
  const text = words.map(withoutAddress).join(' ').replaceAll(longWords, shortened).replaceAll(numbers, shortened);
  if (text.length <= longest) return text;
  const head = text.slice(0, longest + 1);
  const end = head.includes(' ') ? head.lastIndexOf(' ') : longest;
  const hidden = text.slice(end).match(/\S*…[A-Za-z\d]+/g) ?? [];
  return [`${text.slice(0, end).toWellFormed()} …`, ...hidden.slice(0, mostNumbers)].join(' ');
}

/** Removes web addresses and shortens mailboxes: mail programs would turn them into links, with or without `https:`. */
function withoutAddress(word: string): string {
  const email = /^([\w.+-])[\w.+-]*@([\w-]+)[\w.-]*[,;)]?$/.exec(word);
  if (email) return `${email[1]}…@${email[2]}`;
  return /:\/\/|@|^www\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu.test(word) ? '…' : word;
}

/**
 * Returns the last four characters of a number, or half of a short one. If it has at least twelve characters and begins
 * with a letter or `0x`, its first four are shown too.
 */
function shortened(number: string): string {
  const signs = number.replaceAll(/[ ./-]/g, '');
  const shown = Math.min(4, Math.floor(signs.length / 2));
  const isNamed = signs.length >= 12 && /^[A-Za-z]|^0x/.test(signs);
  return `${isNamed ? signs.slice(0, 4) : ''}…${signs.slice(-shown)}`;
}
