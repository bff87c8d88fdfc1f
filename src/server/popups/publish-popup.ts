import { cleanHtml } from '../../content/texts/clean-html.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { insertPopup, updateWithdrawn } from './popups-rows.ts';

export interface PopupParts {
  database: Queries;
  runtime: Pick<Runtime, 'now' | 'newId'>;
}

/** A popup as an operator writes it. */
export interface PopupDraft {
  /** Null: for every customer, including future ones. */
  accountId: number | null;
  title: string;
  /** HTML; whatever is not on the allow-list is removed. */
  html: string;
}

const longestTitle = 200;
const longestHtml = 50_000;

/**
 * Publishes a message to one customer or to all. Each customer is shown it once, with the next page that they open.
 * Returns its id. Each call publishes another message. Problem: VALIDATION with `title` or `html`, if that is empty
 * (after the removal of what is not allowed) or too long.
 */
export async function publishPopup(
  { database, runtime }: PopupParts,
  { accountId, title, html }: PopupDraft,
): Promise<Result<{ id: string }>> {
  const popup = { title: title.trim(), content: cleanHtml(html) };
  const fields = {
    ...fault('title', popup.title, longestTitle),
    ...fault('html', popup.content, longestHtml),
  };
  if (Object.keys(fields).length > 0) return refuse('VALIDATION', { fields });
  const id = runtime.newId();
  await insertPopup(database, { ...popup, id, accountId, publishedAt: new Date(runtime.now()) });
  return { ok: true, id };
}

/**
 * Withdraws a message: it is sent to nobody from now on, but stays on screens that show it. A repeat changes nothing;
 * `before` is the instant of the earlier withdrawal. Problem: NOT_FOUND.
 */
export async function withdrawPopup(
  { database, runtime }: PopupParts,
  id: string,
): Promise<Result<{ before: Date | null }>> {
  const before = await updateWithdrawn(database, id, new Date(runtime.now()));
  return before === undefined ? refuse('NOT_FOUND') : { ok: true, before };
}

function fault(field: keyof PopupDraft, text: string, longest: number): Record<string, string> {
  if (text === '') return { [field]: `${field} is required` };
  return text.length > longest ? { [field]: `${field} has maximum ${longest} characters` } : {};
}
