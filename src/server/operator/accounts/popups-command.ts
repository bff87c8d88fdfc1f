import { loadCredentials } from '../../accounts/accounts-rows.ts';
import type { AuditActor } from '../../audit/audit-log.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { publishPopup, withdrawPopup } from '../../popups/publish-popup.ts';
import type { Runtime } from '../../runtime.ts';
import type { Read } from '../command/command-area.ts';
import { areaOf } from '../command/command-area.ts';
import { findId, idFault, readId } from '../command/find-id.ts';
import type { CommandOutcome } from '../command/operate.ts';
import { readArguments, readEmail } from '../command/read-arguments.ts';

export type PopupWish =
  /** Null: every customer. The email in lower case. An id may be the beginning of one. */
  { kind: 'publish'; email: string | null; title: string; html: string } | { kind: 'withdraw'; id: string };

export interface PopupCommandParts {
  database: Database;
  runtime: Runtime;
  actor: AuditActor;
}

const text = { type: 'string' } as const;
const options = { email: text, all: { type: 'boolean' }, title: text, html: text, id: text } as const;

/** What is typed behind `operator popups`. A popup for all is asked for by name. */
export function readPopupWish(args: readonly string[]): Read<PopupWish> {
  const read = readArguments(args, options);
  if (!read.ok) return read;
  const { email: typed, all = false, title = '', html = '', id: named = '' } = read.values;
  const [kind, more] = read.positionals;
  if (args.length === 0) return { ok: false, why: null };
  if (kind !== 'publish' && kind !== 'withdraw') return refuse('Say what is to be done: publish or withdraw.');
  if (more !== undefined) return refuse(`${kind} takes no ${more}.`);
  if (kind === 'withdraw') {
    const id = readId(named);
    return id === null ? refuse(idFault(named, 'popup')) : { ok: true, wish: { kind, id } };
  }
  const email = readEmail(typed);
  if (all === (typed !== undefined)) return refuse('Say whom it is for: --email of one customer, or --all.');
  if (!all && email === null) return refuse(`${typed ?? ''} is no email.`);
  return { ok: true, wish: { kind, email, title, html } };
}

const refuse = (why: string) => ({ ok: false, why }) as const;

/** Does what is wanted, with its audit entry, in one database transaction; says in words where that cannot be. */
export async function carryOutPopupWish(parts: PopupCommandParts, wish: PopupWish): Promise<CommandOutcome> {
  return wish.kind === 'publish' ? publish(parts, wish) : withdraw(parts, wish.id);
}

async function publish(
  { database, runtime, actor }: PopupCommandParts,
  { email, title, html }: Extract<PopupWish, { kind: 'publish' }>,
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

async function withdraw({ database, runtime, actor }: PopupCommandParts, typed: string): Promise<CommandOutcome> {
  const found = await findId(database, { table: 'popups', what: 'popup', id: typed });
  if (!found.ok) return found;
  const { id } = found;
  return database.transaction(async (connection) => {
    const withdrawn = await withdrawPopup({ database: connection, runtime }, id);
    if (!withdrawn.ok) return { ok: false, text: 'There is no popup with this id.' };
    const entry = { id: runtime.newId(), at: new Date(runtime.now()), event: 'popup_withdrawn', actor } as const;
    await writeAudit(connection, { ...entry, details: { popup: id } });
    return { ok: true, text: 'Nobody is shown it any more who has not had it yet.' };
  });
}

const more = `Each is shown it once, with the next page that they open. What is not on the allow-list of HTML is left out. Of an id the first eight digits are enough.`;

/** Messages that customers are shown once. */
export const popupsArea = areaOf<PopupWish>({
  name: 'popups',
  about: 'Messages that customers are shown once.',
  commands: [
    {
      name: 'publish',
      takes: '(--email <email> | --all) --title "<title>" --html "<p>text</p>"',
      about: 'Publishes one to one customer or to all, those that come later too; prints its id.',
    },
    { name: 'withdraw', takes: '--id <id>', about: 'Shows it to nobody any more who has not had it yet.' },
  ],
  more,
  read: readPopupWish,
  carryOut: carryOutPopupWish,
});
