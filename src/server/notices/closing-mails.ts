import type { Logger } from 'pino';
import { writeAddress } from '../../content/addresses.ts';
import { isTold } from '../../lib/notices/notice-catalogue.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Letter } from '../mail/letter.ts';
import { languageOf, mailWords } from '../mail/mail-words.ts';
import { writeMail } from '../mail/write-mail.ts';
import type { Runtime } from '../runtime.ts';
import type { Schedule } from '../schedule.ts';
import type { Worker } from '../work/worker.ts';
import { createWorker } from '../work/worker.ts';
import { choicesLink, noticeLetter, signedMoney } from './notice-letter.ts';
import type { GatheredNotice, ToldCustomer } from './notices-rows.ts';
import { claimNoticeMails, loadToldCustomer } from './notices-rows.ts';

export interface ClosingMailParts {
  database: Database;
  /** The site's public address without a trailing slash. */
  siteUrl: string;
  /** Wakes the outbox after a commit. */
  mailWritten: () => void;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  logger: Pick<Logger, 'error'>;
  schedule: Schedule;
}

/** The most positions that one mail lists. */
const mostListed = 10;

/**
 * Writes mails about closed positions from the notices that the order desk left: one mail for an account, in one
 * database transaction with the change of the queue.
 */
export function createClosingMails(parts: ClosingMailParts): Worker {
  const { database, runtime, mailWritten } = parts;
  return createWorker<{ isWritten: true }>(parts, {
    async claim({ now }) {
      const isWritten = await database.transaction(async (connection) => {
        const gathered = await claimNoticeMails(connection, new Date(now));
        const [first] = gathered;
        if (!first) return false;
        const customer = await loadToldCustomer(connection, first.accountId);
        if (customer) await writeClosings(connection, { ...parts, runtime }, { customer, gathered });
        return true;
      });
      return isWritten ? { isWritten } : null;
    },
    run() {
      mailWritten();
      return Promise.resolve(null);
    },
    lanes: 1,
    pollEveryMs: 10_000,
    faultText: 'mails about closed positions could not be written',
  });
}

interface Closings {
  customer: ToldCustomer;
  /** At least one. */
  gathered: readonly GatheredNotice[];
}

async function writeClosings(
  queries: Queries,
  { runtime, siteUrl }: Pick<ClosingMailParts, 'runtime' | 'siteUrl'>,
  { customer: { email, language, choices }, gathered }: Closings,
): Promise<void> {
  // The customer may have switched the mails off since.
  const wanted = gathered.filter(({ code }) => isTold(choices, code, 'mail'));
  const [first] = wanted;
  if (!first) return;
  const locale = languageOf(language ?? undefined);
  const letter =
    wanted.length === 1
      ? noticeLetter({ code: first.code, data: first.data, at: first.createdAt, locale, siteUrl })
      : closingsLetter(wanted, { locale, siteUrl });
  await writeMail(queries, runtime, { to: email, letter });
}

/** One mail about several closed positions. */
export function closingsLetter(
  closings: readonly Pick<GatheredNotice, 'code' | 'data'>[],
  { locale, siteUrl }: Pick<Letter, 'locale'> & { siteUrl: string },
): Letter {
  const t = mailWords(locale);
  const listed = closings.slice(0, mostListed);
  const hidden = closings.length - listed.length;
  return {
    ...{ locale, greets: 'customer', subject: t('mails.closings.subject', { count: closings.length }) },
    paragraphs: [t('mails.closings.text')],
    facts: listed.map(({ code, data: { symbol = '', direction = 'buy', profitMinor = 0 } }) => ({
      label: `${symbol}, ${t(`mails.directions.${direction}`)} · ${t(`mails.closings.${code}`)}`,
      value: signedMoney(profitMinor, locale),
    })),
    action: {
      label: t('mails.closings.button'),
      url: siteUrl + writeAddress({ locale, slug: `platform/${listed[0]?.data.symbol ?? ''}` }),
    },
    ...(hidden > 0 && { notes: [{ text: t('mails.closings.more', { count: hidden }) }] }),
    choices: choicesLink(locale, siteUrl),
  };
}
