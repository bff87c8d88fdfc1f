import type { Locale } from '../../brand.ts';
import type { NoticeChannel, NoticeCode } from '../../lib/notices/notice-catalogue.ts';
import { isTold } from '../../lib/notices/notice-catalogue.ts';
import type { StoredNoticeData } from '../../lib/notices/stored-notice.ts';
import type { Queries } from '../db/database.ts';
import { languageOf } from '../mail/mail-words.ts';
import type { GreetingMail } from '../mail/write-mail.ts';
import { writeLetters } from '../mail/write-mail.ts';
import type { Runtime } from '../runtime.ts';
import { noticeLetter } from './notice-letter.ts';
import type { NewNotice } from './notices-rows.ts';
import { insertNotices, loadToldCustomers } from './notices-rows.ts';

export interface TellParts {
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
}

/** What a customer is told. */
export interface News {
  accountId: number;
  code: NoticeCode;
  data: StoredNoticeData;
  /** The destination of a withdrawal, as a mail may show it; kept by no notice. */
  destination?: string;
  /** The language of the request that caused it; otherwise that of the last sign-in. */
  locale?: Locale | undefined;
  /** Only these channels, whatever the customer chose. */
  only?: readonly NoticeChannel[];
}

/**
 * Tells a customer of an event on the channels that the customer wants, in the caller's database transaction: the
 * notice is there and the mail leaves if, and only if, that commits. The caller changes the state once in the same
 * transaction, so the customer is told once.
 */
export function tellCustomer(queries: Queries, parts: TellParts, news: News): Promise<void> {
  return tellCustomers(queries, parts, [news]);
}

/** Like `tellCustomer`, for many accounts in a few SQL statements. */
export async function tellCustomers(queries: Queries, parts: TellParts, news: readonly News[]): Promise<void> {
  const loaded = await loadToldCustomers(
    queries,
    news.map(({ accountId }) => accountId),
  );
  const customers = new Map(loaded.map((customer) => [customer.id, customer]));
  const at = new Date(parts.runtime.now());
  const notices: NewNotice[] = [];
  const mails: GreetingMail[] = [];
  for (const { code, data, only, ...one } of news) {
    const customer = customers.get(one.accountId);
    if (!customer) throw new Error(`There is no account ${one.accountId}`);
    const isWanted = (channel: NoticeChannel) =>
      isTold(customer.choices, code, channel) && (only === undefined || only.includes(channel));
    const told = { id: parts.runtime.newId(), accountId: one.accountId, code, data, createdAt: at };
    if (isWanted('screen')) notices.push({ ...told, onScreen: true, mailDueAt: null });
    if (!isWanted('mail')) continue;
    const locale = one.locale ?? languageOf(customer.language ?? undefined);
    const letter = noticeLetter({ code, data, destination: one.destination, at, locale, siteUrl: parts.siteUrl });
    mails.push({ to: customer.email, firstName: customer.firstName, letter });
  }
  if (notices.length > 0) await insertNotices(queries, notices);
  if (mails.length > 0) await writeLetters(queries, parts.runtime, mails);
}
