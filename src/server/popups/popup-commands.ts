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
    'Lists the newest 50 active popups: who they are for, since when, and how many customers have read them. --all also lists withdrawn and older ones.',
  options: { all: flag('all popups, including withdrawn ones') },
  async carryOut({ database }, { all }) {
    const limit = all ? most.all : most.some;
    const rows = await listPopups(database, { onlyShown: !all, most: limit + 1 });
    const outcome = tableOutcome(columns, rows.slice(0, limit));
    return rows.length > limit ? { ...outcome, text: `${outcome.text}\nThere are more. Use --all.` } : outcome;
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
  about: 'Publishes a popup to one customer or to all, including future ones. Prints its id.',
  options: {
    email: optionalEmail('the customer to show it to'),
    all: flag('show it to every customer'),
    title: optionalText('title', 'the title'),
    html: optionalText('html', 'the content, such as "<p>text</p>"'),
  },
  check: ({ email, all }) =>
    all === (email !== null) ? 'Choose who sees it: one customer with --email, or everyone with --all.' : null,
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
  about: 'Withdraws a popup. Customers who have not seen it yet will not see it.',
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
    if (before) return { ok: false, text: `It was already withdrawn on ${whenText(before)} UTC.` };
    const record = { id: runtime.newId(), at: new Date(runtime.now()), event: 'popup_withdrawn', actor } as const;
    await writeAudit(connection, { ...record, details: { popup: id } });
    return { ok: true, text: 'Withdrawn. Customers who have not seen it yet will not see it.', data: { id } };
  });
}

/** Commands about messages that customers are shown once. */
export const popupsArea: Area = {
  name: 'popups',
  about: 'Messages that customers see once.',
  commands: [list, publish, withdraw],
  more: 'Each customer sees a popup once, on the next page they open. HTML that is not on the allow-list is removed. The first eight digits of an id are enough.',
};
