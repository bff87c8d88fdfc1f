import { atom } from 'nanostores';
import type { Notice } from '../../lib/contract/accounts/notice-calls.ts';
import { getNotices, readNotices } from '../../lib/contract/accounts/notice-endpoints.ts';
import type { Messages } from '../../lib/i18n/translate.ts';
import { callApi } from '../api.ts';
import { createAnswerOrder } from '../realtime/answer-order.ts';
import { $session } from '../session.ts';
import { $unreadNotices, expectUnread } from './unread-notices.ts';

/** The notices that the panel shows; loaded only once it is opened. */
export interface NoticesState {
  status: 'loading' | 'failed' | 'ready';
  /** Newest first. */
  notices: readonly Notice[];
  hasMore: boolean;
}

const nothing: NoticesState = { status: 'loading', notices: [], hasMore: false };
export const $notices = atom<NoticesState>(nothing);

const order = createAnswerOrder();
/** The session whose notices are shown. */
let shownFor: string | undefined;
/** The notices that were marked read here: a list that was read before may not know it yet. */
const marked = new Set<string>();
/** The unread notices when the list was last loaded or marked. */
let knownUnread = 0;

const accessTokenNow = () => $session.get()?.access_token;

/** Loads the newest notices, or those older than the ones that are shown. What is shown stays until then. */
export async function loadNotices({ older = false } = {}): Promise<void> {
  const accessToken = accessTokenNow();
  if (shownFor !== accessToken) {
    $notices.set(nothing);
    marked.clear();
    shownFor = accessToken;
  }
  const before = older ? $notices.get().notices.at(-1)?.id : undefined;
  const isNewer = order.ask();
  const applyUnread = expectUnread();
  const result = await callApi(getNotices, { body: { limit: 20, ...(before !== undefined && { before }) } });
  // An answer that arrives after another log-in belongs to somebody else.
  if (accessToken !== accessTokenNow() || !isNewer()) return;
  if (!result.ok) {
    $notices.set({ ...$notices.get(), status: 'failed' });
    return;
  }
  const { notices, more, unread } = result.data;
  const loaded = notices.map((one) => (marked.has(one.id) ? asRead(one) : one));
  $notices.set({ status: 'ready', ...joined(loaded, { isOlder: before !== undefined, hasMore: more === 1 }) });
  knownUnread = unread;
  applyUnread(unread);
}

/** Keeps the older notices that are shown if a newer load reaches them. */
function joined(
  loaded: readonly Notice[],
  { isOlder, hasMore }: { isOlder: boolean; hasMore: boolean },
): Omit<NoticesState, 'status'> {
  const shown = $notices.get();
  if (isOlder) return { notices: [...shown.notices, ...loaded], hasMore };
  const last = shown.notices.findIndex(({ id }) => id === loaded.at(-1)?.id);
  if (last < 0) return { notices: loaded, hasMore };
  return { notices: [...loaded, ...shown.notices.slice(last + 1)], hasMore: shown.hasMore };
}

const asRead = (one: Notice): Notice => ({ ...one, read: 1 });

/**
 * Marks one of the shown notices read, or all of them and those older; what came since stays unread. The screen does
 * not wait for the server; if that fails, it shows them as unread again.
 */
export async function markRead(id?: string): Promise<void> {
  const accessToken = accessTokenNow();
  const shown = $notices.get().notices;
  const ids = shown.filter((one) => one.read === 0 && (id === undefined || one.id === id)).map((one) => one.id);
  const [newest] = shown;
  if (!newest) return;
  for (const each of ids) marked.add(each);
  setRead(ids, 1);
  const applyUnread = expectUnread();
  const body = id === undefined ? { until: newest.id } : { id };
  const result = await callApi(readNotices, { body, keepalive: true });
  if (accessToken !== accessTokenNow()) return;
  if (result.ok) {
    knownUnread = result.data.unread;
    applyUnread(result.data.unread);
    return;
  }
  for (const each of ids) marked.delete(each);
  setRead(ids, 0);
}

function setRead(ids: readonly string[], read: 0 | 1): void {
  const { notices, ...state } = $notices.get();
  $notices.set({ ...state, notices: notices.map((one) => (ids.includes(one.id) ? { ...one, read } : one)) });
}

/** Loads the list again when more notices are unread than it knows of, while it is shown. Returns a stop function. */
export function keepNoticesNew(isShown: () => boolean): () => void {
  return $unreadNotices.listen((unread) => {
    if (unread === null || unread <= knownUnread || !isShown()) return;
    knownUnread = unread;
    void loadNotices();
  });
}

/** The texts of notices in a language; null if they cannot be loaded. No page needs them before the panel is opened. */
export async function loadNoticeTexts(locale: string): Promise<Messages | null> {
  try {
    const response = await fetch(`/locales/${locale}/notices.json`);
    return response.ok ? ((await response.json()) as Messages) : null;
  } catch {
    return null;
  }
}
