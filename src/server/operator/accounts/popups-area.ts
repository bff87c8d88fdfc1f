import { loadCredentials } from '../../accounts/accounts-rows.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import { publishPopup, withdrawPopup } from '../../popups/publish-popup.ts';
import type { Read } from '../command/command-area.ts';
import { areaOfCommands, command } from '../command/declared-area.ts';
import { findId, idFault, readId } from '../command/find-id.ts';
import type { CommandOutcome, OperatorParts } from '../command/operate.ts';
import { readEmail } from '../command/read-arguments.ts';
import type { TableColumn } from '../command/text-table.ts';
import { tableOutcome, whenText } from '../command/text-table.ts';
import type { ListedPopup } from './listed-popups-rows.ts';
import { listPopups } from './listed-popups-rows.ts';

const most = { some: 50, all: 100_000 };

const columns: readonly TableColumn<ListedPopup>[] = [
  { title: 'id', of: ({ id }) => id.slice(0, 8) },
  { title: 'since (UTC)', of: ({ publishedAt }) => whenText(publishedAt) },
  { title: 'for', of: ({ email }) => email ?? 'all' },
  { title: 'withdrawn (UTC)', of: ({ withdrawnAt }) => (withdrawnAt ? whenText(withdrawnAt) : 'no') },
  { title: 'read by', of: ({ readBy }) => String(readBy), isRight: true },
  { title: 'title', of: ({ title }) => title },
];

const list = command({
  name: 'list',
  takes: '[--all]',
  about:
    'The newest 50 that customers are shown: whom they are for, since when, and how many have read them; --all lists all, those too that were withdrawn.',
  read: ({ has }): Read<{ all: boolean }> => ({ ok: true, wish: { all: has('all') } }),
  async carryOut({ database }, { all }) {
    const limit = all ? most.all : most.some;
    const rows = await listPopups(database, { onlyShown: !all, most: limit + 1 });
    const outcome = tableOutcome(columns, rows.slice(0, limit));
    return rows.length > limit ? { ...outcome, text: `${outcome.text}\nThere are more: --all.` } : outcome;
  },
});

interface Message {
  /** In lower case; null: every customer. */
  email: string | null;
  title: string;
  html: string;
}

/** A message for all is asked for by name. */
const publish = command({
  name: 'publish',
  takes: '(--email <email> | --all) --title "<title>" --html "<p>text</p>"',
  about: 'Publishes one to one customer or to all, those that come later too; prints its id.',
  read({ text, has }): Read<Message> {
    const typed = text('email');
    const email = readEmail(typed);
    if (has('all') === (typed !== undefined))
      return { ok: false, why: 'Say whom it is for: --email of one customer, or --all.' };
    if (typed !== undefined && email === null) return { ok: false, why: `${typed} is no email.` };
    return { ok: true, wish: { email, title: text('title') ?? '', html: text('html') ?? '' } };
  },
  carryOut: publishMessage,
});

async function publishMessage(
  { database, runtime, actor }: OperatorParts,
  { email, title, html }: Message,
): Promise<CommandOutcome> {
  const account = email === null ? null : await loadCredentials(database, email);
  if (account === undefined) return { ok: false, text: 'There is no customer with this email.' };
  const accountId = account?.id ?? null;
  return database.transaction(async (connection) => {
    const published = await publishPopup({ database: connection, runtime }, { accountId, title, html });
    if (!published.ok) return { ok: false, text: Object.values(published.problem.fields ?? {}).join('\n') };
    const entry = { id: runtime.newId(), at: new Date(runtime.now()), event: 'popup_published', actor } as const;
    await writeAudit(connection, { ...entry, accountId, details: { popup: published.id } });
    return { ok: true, text: published.id, data: { id: published.id } };
  });
}

const withdraw = command({
  name: 'withdraw',
  takes: '<id>',
  about: 'Takes one back: customers who have not seen it yet will not be shown it.',
  read({ at }): Read<string> {
    const id = readId(at(0));
    return id === null ? { ok: false, why: idFault(at(0), 'popup') } : { ok: true, wish: id };
  },
  carryOut: withdrawMessage,
});

async function withdrawMessage({ database, runtime, actor }: OperatorParts, typed: string): Promise<CommandOutcome> {
  const found = await findId(database, { table: 'popups', what: 'popup', id: typed });
  if (!found.ok) return found;
  const { id } = found;
  return database.transaction(async (connection) => {
    const withdrawn = await withdrawPopup({ database: connection, runtime }, id);
    if (!withdrawn.ok) return { ok: false, text: 'There is no popup with this id.' };
    const { before } = withdrawn;
    if (before) return { ok: false, text: `It was withdrawn already, ${whenText(before)} UTC.` };
    const entry = { id: runtime.newId(), at: new Date(runtime.now()), event: 'popup_withdrawn', actor } as const;
    await writeAudit(connection, { ...entry, details: { popup: id } });
    return { ok: true, text: 'Customers who have not seen it yet will not be shown it.', data: { id } };
  });
}

/** Messages that customers are shown once. */
export const popupsArea = areaOfCommands({
  name: 'popups',
  about: 'Messages that customers are shown once.',
  commands: [list, publish, withdraw],
  more: 'Each is shown it once, with the next page that they open. What is not on the allow-list of HTML is left out. Of an id the first eight digits are enough.',
});
