import type { FastifyInstance } from 'fastify';
import { cleanHtml } from '../../content/texts/clean-html.ts';
import { getPopups, readPopup } from '../../lib/contract/calls.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Queries } from '../db/database.ts';
import { registerCall } from '../http/register-call.ts';
import type { Runtime } from '../runtime.ts';
import { insertPopupRead, loadUnreadPopups } from './popups-rows.ts';

export interface PopupRoutesOptions {
  database: Queries;
  sessions: Sessions;
  runtime: Pick<Runtime, 'now'>;
}

/** Registers the calls for messages that customers are shown once. */
export function registerPopupRoutes(app: FastifyInstance, { database, sessions, runtime }: PopupRoutesOptions): void {
  registerCall(app, getPopups, { sessions }, async ({ caller }) => {
    const popups = await loadUnreadPopups(database, caller.accountId);
    // The content was cleaned when it was published. It is cleaned again, because browsers render it unchanged and
    // somebody may have written to the table directly.
    return { ok: true, data: popups.map((popup) => ({ ...popup, content: cleanHtml(popup.content) })) };
  });

  registerCall(app, readPopup, { sessions }, async ({ caller: { accountId }, body: { id: popupId } }) => {
    const readAt = new Date(runtime.now());
    const isTheirs = await insertPopupRead(database, { accountId, popupId, readAt });
    return isTheirs ? { ok: true, data: null } : refuse('NOT_FOUND');
  });
}
