import { parseArgs } from 'node:util';
import { loadCredentials } from '../../accounts/accounts-rows.ts';
import type { AuditActor } from '../../audit/audit-log.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { publishPopup, withdrawPopup } from '../../popups/publish-popup.ts';
import type { Runtime } from '../../runtime.ts';
import type { CommandOutcome } from '../operate.ts';

export type PopupWish =
  /** Null: every customer. The email in lower case. */
  { kind: 'publish'; email: string | null; title: string; html: string } | { kind: 'withdraw'; id: string };

export interface PopupCommandParts {
  database: Database;
  runtime: Runtime;
  actor: AuditActor;
}

const text = { type: 'string' } as const;
const options = { email: text, all: { type: 'boolean' }, title: text, html: text, id: text } as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the arguments say; null where that is not understood. A popup for all is asked for by name. */
export function readPopupWish(args: readonly string[]): PopupWish | null {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    return null;
  }
  const { email: typed, all = false, title = '', html = '', id = '' } = parsed.values;
  const [kind, ...more] = parsed.positionals;
  if (more.length > 0) return null;
  if (kind === 'withdraw') return uuid.test(id) ? { kind, id } : null;
  const email = typed?.trim().toLowerCase() ?? '';
  if (kind !== 'publish' || all === (email !== '')) return null;
  return { kind, email: all ? null : email, title, html };
}

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
    return { ok: true, text: published.id };
  });
}

async function withdraw({ database, runtime, actor }: PopupCommandParts, id: string): Promise<CommandOutcome> {
  return database.transaction(async (connection) => {
    const withdrawn = await withdrawPopup({ database: connection, runtime }, id);
    if (!withdrawn.ok) return { ok: false, text: 'There is no popup with this id.' };
    const entry = { id: runtime.newId(), at: new Date(runtime.now()), event: 'popup_withdrawn', actor } as const;
    await writeAudit(connection, { ...entry, details: { popup: id } });
    return { ok: true, text: 'Nobody is shown it any more who has not had it yet.' };
  });
}
