import type { Logger } from 'pino';
import type { StatusReport } from '../../content/status-report.ts';
import { shownWords, statusUrl } from '../cms/editor-link.ts';
import type { Database } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { MailSender } from '../mail/mailer.ts';
import type { Runtime } from '../runtime.ts';
import { createSequence } from '../throttle/one-at-a-time.ts';
import type { ContentKeeper } from './content-keeper.ts';
import type { ContentStatus } from './content-status.ts';

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

const refusalsInsert = statement(
  'content-refusals-insert',
  `insert into content_refusals (key, name, told_at)
   select key, name, :at from unnest(:keys::text[], :names::text[]) as refused (key, name)
   on conflict (key) do nothing returning key`,
);

const mendedDelete = statement(
  'content-refusals-delete',
  `delete from content_refusals where key <> all (:keys::text[]) returning name`,
);

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
        void inTurn(() => tell(parts, status)).catch((fault: unknown) =>
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

async function tell(parts: EditorNewsParts, status: ContentStatus): Promise<void> {
  const { config, database, mailer, runtime } = parts;
  const report = parts.report();
  const keys = status.refused.map(({ key }) => key);
  const names = report.refused.map(({ name }) => name);
  const isWritten = await database.transaction(async (queries) => {
    const fresh = await refusalsInsert.rows(queries, { keys, names, at: new Date(runtime.now()) });
    const mended = await mendedDelete.rows(queries, { keys });
    const isFresh = new Set(fresh.map(({ key }) => key));
    const refused = report.refused.filter((_, index) => isFresh.has(keys[index] ?? ''));
    if (refused.length + mended.length === 0) return false;
    const url = statusUrl({ siteUrl: config.siteUrl, secret: config.content.previewSecret, now: runtime.now() });
    const mail = writeNews({ refused, mended: mended.map(({ name }) => name), url });
    for (const to of config.content.editors) await mailer.sendMail(queries, { to, ...mail });
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

/** Exported for its test. */
export function writeNews({ refused, mended, url }: News): { subject: string; text: string } {
  const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`);
  const left = (all: readonly unknown[]) =>
    all.length > mostListed ? [`And ${entries(all.length - mostListed)} more.`] : [];
  const refusedTexts = refused
    .slice(0, mostListed)
    .map(({ name, faults, isShown, editUrl }) =>
      [name, ...faults.map((fault) => `- ${fault}`), shownWords(isShown), ...(editUrl === null ? [] : [editUrl])].join('\n'),
    );
  const parts = [
    ...(refused.length === 0 ? [] : ['Somebody saved this, and it cannot be published:', ...refusedTexts, ...left(refused)]),
    ...(mended.length === 0
      ? []
      : ['This was refused and is mended or gone:', ...mended.slice(0, mostListed), ...left(mended)]),
    ...(url === null ? [] : [`What is published, and since when:\n${url}`]),
  ];
  const [one] = refused.length > 0 ? refused.map(({ name }) => name) : mended;
  const what = refused.length > 0 ? 'cannot be published' : 'mended';
  const count = refused.length > 0 ? refused.length : mended.length;
  return { subject: count === 1 ? `${one}: ${what}` : `${entries(count)}: ${what}`, text: `${parts.join('\n\n')}\n` };
}
