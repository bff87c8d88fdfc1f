import type { Logger } from 'pino';
import type { StatusReport } from '../../content/status-report.ts';
import { shownWords } from '../../content/status-report.ts';
import type { Database } from '../db/database.ts';
import type { MailSender } from '../mail/mailer.ts';
import type { Runtime } from '../runtime.ts';
import { createSequence } from '../throttle/one-at-a-time.ts';
import { statusUrl } from '../secrets/editor-link.ts';
import type { ContentKeeper } from './content-keeper.ts';
import { deleteMended, insertRefusals } from './refusal-rows.ts';

export interface EditorNewsParts {
  config: { siteUrl: string; content: { editors: readonly string[]; previewSecret: string | null } };
  database: Database;
  mailer: MailSender;
  runtime: Pick<Runtime, 'now'>;
  logger: Pick<Logger, 'error'>;
  keeper: Pick<ContentKeeper, 'follow'>;
  report: () => StatusReport;
}

export interface EditorNews {
  start: () => void;
  /** Resolves when no mail is being written. */
  stop: () => Promise<void>;
}

/** The most entries that a mail lists of each kind. */
const mostListed = 20;

/**
 * Mails editors after a pull: once for each part that is refused, and again when it is refused no more, also after a
 * restart and with several servers. If the database is away, the next pull tells.
 */
export function createEditorNews(parts: EditorNewsParts): EditorNews {
  const { config, keeper, logger } = parts;
  const inTurn = createSequence();
  let isStopping = false;
  return {
    start() {
      if (config.content.editors.length === 0) return;
      keeper.follow((status) => {
        const isRead = status.pulls[0]?.reason === null;
        if (!isRead || isStopping) return;
        void inTurn(() => tell(parts)).catch((fault: unknown) =>
          logger.error({ err: fault }, 'the editors could not be told what is refused; the next pull tries again'),
        );
      });
    },
    async stop() {
      isStopping = true;
      await inTurn(() => Promise.resolve());
    },
  };
}

async function tell({ config, database, mailer, runtime, report }: EditorNewsParts): Promise<void> {
  const refused = report().refused;
  const keys = refused.map(({ key }) => key);
  const isWritten = await database.transaction(async (queries) => {
    const at = new Date(runtime.now());
    const fresh = new Set(await insertRefusals(queries, { keys, names: refused.map(({ name }) => name), at }));
    const mended = await deleteMended(queries, keys);
    if (fresh.size + mended.length === 0) return false;
    const { siteUrl, content } = config;
    const url = statusUrl({ siteUrl, secret: content.previewSecret, now: at.getTime() });
    const mail = writeNews({ refused: refused.filter(({ key }) => fresh.has(key)), mended, url });
    for (const to of content.editors) await mailer.sendMail(queries, { to, ...mail });
    return true;
  });
  if (isWritten) mailer.wake();
}

interface News {
  refused: StatusReport['refused'];
  mended: readonly string[];
  /** The content status; null if there are no links. */
  url: string | null;
}

/** The mail to an editor: what cannot be published, and what can again. */
export function writeNews({ refused, mended, url }: News): { subject: string; text: string } {
  const told = refused.map(({ name, faults, isShown, editUrl }) => {
    const where = editUrl === null ? [] : [editUrl];
    return [name, ...faults.map((fault) => `- ${fault}`), shownWords(isShown), ...where].join('\n');
  });
  const parts = [
    ...listOf('This was saved, and it cannot be published:', told),
    ...listOf('This was refused and is mended or gone:', mended),
    ...(url === null ? [] : [`What is published, and since when:\n${url}`]),
  ];
  const [names, what] =
    refused.length > 0 ? [refused.map(({ name }) => name), 'cannot be published'] : [mended, 'mended'];
  const [one = ''] = names;
  return {
    subject: `${names.length === 1 ? one : `${names.length} entries`}: ${what}`,
    text: `${parts.join('\n\n')}\n`,
  };
}

function listOf(title: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const left = texts.length - mostListed;
  return [title, ...texts.slice(0, mostListed), ...(left > 0 ? [`And ${left} more.`] : [])];
}
