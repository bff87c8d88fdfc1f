import { onOneLine } from '../../lib/contract/fields.ts';
import type { NoticeCode } from '../../lib/notices/notice-catalogue.ts';
import type { TransactionGroup } from '../../lib/transactions/transaction-types.ts';
import type { Queries } from '../db/database.ts';
import { languageOf } from '../mail/mail-words.ts';
import type { TellParts } from '../notices/tell-customer.ts';
import { tellCustomer } from '../notices/tell-customer.ts';

/** What happened to a deposit or withdrawal, or that an operator took money. */
export interface MoneyNews {
  accountId: number;
  happened: 'credited' | 'requested' | 'approved' | 'sent' | 'declined' | 'cancelled' | 'returned' | 'taken';
  transactionId: string;
  /** The tab in which the customer finds money that was taken. */
  group?: TransactionGroup | undefined;
  /** Minor units; below zero if money leaves the account, as in its transaction. */
  amountMinor: number;
  /** The operator's reason. */
  reason?: string | undefined;
  /** The customer's text about the destination of a requested withdrawal. */
  comments?: string;
  /** The language of the customer's request; null if unknown: then that of the last sign-in. */
  language: string | null;
}

/**
 * Tells a customer about their money, through the queries of the caller's database transaction: they are told if and
 * only if that commits. The caller changes the state once in the same transaction, so they are told once.
 */
export type TellOfMoney = (queries: Queries, news: MoneyNews) => Promise<void>;

const codes = {
  credited: 'deposit_received',
  requested: 'withdrawal_requested',
  approved: 'withdrawal_approved',
  sent: 'withdrawal_sent',
  declined: 'withdrawal_declined',
  cancelled: 'withdrawal_cancelled',
  returned: 'withdrawal_returned',
  taken: 'money_taken',
} as const satisfies Record<MoneyNews['happened'], NoticeCode>;

export function createTellOfMoney(parts: TellParts): TellOfMoney {
  return (queries, { accountId, happened, transactionId, amountMinor, reason, comments, language, group }) =>
    tellCustomer(queries, parts, {
      ...{ accountId, code: codes[happened] },
      data: {
        ...{ transactionId, amountMinor: Math.abs(amountMinor) },
        group: group ?? (happened === 'credited' ? 'deposits' : 'withdrawals'),
        ...(reason !== undefined && { reason }),
      },
      ...(comments !== undefined && { destination: shownDestination(comments) }),
      locale: language === null ? undefined : languageOf(language),
    });
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
