import type { Queries } from '../../db/database.ts';
import { languageOf } from '../../mail/mail-words.ts';
import { writeMailToAccount } from '../../mail/write-mail.ts';
import type { Runtime } from '../../runtime.ts';
import type { MoneyNews } from './money-mail.ts';
import { moneyMail } from './money-mail.ts';

export interface ToldNews extends MoneyNews {
  accountId: number;
  /** What its customer read when asking for it; null where that is not known: English. */
  language: string | null;
}

/**
 * Tells a customer by mail what became of money, by the queries of the caller's database transaction: the mail leaves if, and only if,
 * that commits, when the outbox is looked into next. Whoever calls it changes the state by the same transaction, once, and so tells once.
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
