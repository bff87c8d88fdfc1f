import { loadCredentials } from '../accounts/accounts-rows.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Area, OperatorParts } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import { findId } from '../operator/ids-rows.ts';
import type { CommandOutcome, TableColumn } from '../operator/outcome.ts';
import { tableOutcome, whenText } from '../operator/outcome.ts';
import { flag, idArgument, optionalEmail, optionalText } from '../operator/read-values.ts';
import type { ListedPopup } from './popups-rows.ts';
import { listPopups } from './popups-rows.ts';
import { publishPopup, withdrawPopup } from './publish-popup.ts';

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
  about:
    'The newest 50 that customers are shown: whom they are for, since when, and how many have read them; --all lists all, those too that were withdrawn.',
  options: { all: flag('all of them, also those that were withdrawn') },
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

/** A message for all customers has to be requested explicitly. */
const publish = command({
  name: 'publish',
  about: 'Publishes one to one customer or to all, those that come later too; prints its id.',
  options: {
    email: optionalEmail('the one customer that it is for'),
    all: flag('it is for every customer'),
    title: optionalText('title', 'its title'),
    html: optionalText('html', 'its text, as in "<p>text</p>"'),
  },
  check: ({ email, all }) =>
    all === (email !== null) ? 'Say whom it is for: --email of one customer, or --all.' : null,
  carryOut: (parts, { email, title, html }) => publishMessage(parts, { email, title: title ?? '', html: html ?? '' }),
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
    const record = { id: runtime.newId(), at: new Date(runtime.now()), event: 'popup_published', actor } as const;
    await writeAudit(connection, { ...record, accountId, details: { popup: published.id } });
    return { ok: true, text: published.id, data: { id: published.id } };
  });
}

const withdraw = command({
  name: 'withdraw',
  about: 'Takes one back: customers who have not seen it yet will not be shown it.',
  arguments: { id: idArgument('popup') },
  carryOut: (parts, { id }) => withdrawMessage(parts, id),
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
    const record = { id: runtime.newId(), at: new Date(runtime.now()), event: 'popup_withdrawn', actor } as const;
    await writeAudit(connection, { ...record, details: { popup: id } });
    return { ok: true, text: 'Customers who have not seen it yet will not be shown it.', data: { id } };
  });
}

/** Commands about messages that customers are shown once. */
export const popupsArea: Area = {
  name: 'popups',
  about: 'Messages that customers are shown once.',
  commands: [list, publish, withdraw],
  more: 'Each is shown it once, with the next page that they open. What is not on the allow-list of HTML is left out. Of an id the first eight digits are enough.',
};
