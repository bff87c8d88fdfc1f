import type { Locale } from '../../brand.ts';
import { brand } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import { onOneLine } from '../../lib/contract/fields.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import { toMajor } from '../../lib/money.ts';
import { shortNumber } from '../../lib/transactions/transaction-types.ts';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import type { Queries } from '../db/database.ts';
import { languageOf, letter, mailDate, mailWords } from '../mail/mail-words.ts';
import type { Mail } from '../mail/mail.ts';
import { writeMailToAccount } from '../mail/write-mail.ts';
import type { Runtime } from '../runtime.ts';

export interface ToldNews extends MoneyNews {
  accountId: number;
  /** What its customer read when asking for it; null where that is not known: English. */
  language: string | null;
}

/**
 * Tells a customer by mail what became of money, by the queries of the caller's database transaction: the mail leaves
 * if, and only if, that commits, when the outbox is looked into next. Whoever calls it changes the state by the same
 * transaction, once, and so tells once.
 */
export type TellByMail = (queries: Queries, news: ToldNews) => Promise<void>;

export interface TellingParts {
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /** The site's public address without a slash at its end. */
  siteUrl: string;
}

export function createTellByMail({ runtime, siteUrl }: TellingParts): TellByMail {
  return async (queries, { accountId, language, ...news }) => {
    const mail = moneyMail({ ...news, locale: languageOf(language ?? undefined), siteUrl });
    await writeMailToAccount(queries, runtime, { accountId, ...mail });
  };
}

/** What became of a deposit or a withdrawal that a customer had asked for, or what an operator took. */
interface MoneyNews {
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
 * What a customer is told by mail of money. Where it goes to is shown by its ends only, because a mail is read by
 * others too: enough for its reader to see that somebody put another account in. Whoever did not ask for it reads what
 * to do at once.
 */
function moneyMail(facts: MoneyMailFacts): Omit<Mail, 'to'> {
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

/** So many signs are enough to know one's own bank by. */
const longest = 100;
/** How many numbers are shown of what stands behind them. */
const mostNumbers = 3;

/**
 * At least six digits, with what people write between them: blanks, dots, strokes, letters of a bank. Each step takes
 * one digit, in one way.
 */
const numbers = /(?:[A-Za-z]{2})?\d(?:(?:[ ./-]?|[A-Za-z]{1,6}|[ -][A-Z]{4}[ -])\d){5,}/g;
/** Numbers of accounts and wallets that are written without a blank. */
const longWords = /[A-Za-z\d]{16,}/g;

/**
 * What a customer wrote of where a withdrawal goes, as a mail may show it: others read mails too, and whoever has
 * somebody's session must not write to them in the broker's name. On one line, the first 100 signs of it; of numbers of
 * accounts, cards and phones only the ends by which their owner knows them; no addresses of pages, and none to write
 * to. Numbers are shown also where much stands before them.
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

/** Mail programs make links of these, with or without `https:`. */
function withoutAddress(word: string): string {
  const email = /^([\w.+-])[\w.+-]*@([\w-]+)[\w.-]*[,;)]?$/.exec(word);
  if (email) return `${email[1]}…@${email[2]}`;
  return /:\/\/|@|^www\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu.test(word) ? '…' : word;
}

/** The ends of a number; of one that begins with a country the beginning too. Never more than half of it. */
function shortened(number: string): string {
  const signs = number.replaceAll(/[ ./-]/g, '');
  const shown = Math.min(4, Math.floor(signs.length / 2));
  const isNamed = signs.length >= 12 && /^[A-Za-z]|^0x/.test(signs);
  return `${isNamed ? signs.slice(0, 4) : ''}…${signs.slice(-shown)}`;
}
