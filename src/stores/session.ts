import { persistentAtom, persistentJSON } from '@nanostores/persistent';
import type { User } from '../lib/contract/entities.ts';
import type { Problem } from '../lib/contract/problem.ts';
import { storageKeys } from '../lib/contract/session.ts';
import { createAnswerOrder } from './realtime/answer-order.ts';

/** Who is logged in, shared by every tab of this browser. Only the access token gives access. */
export interface Session {
  access_token: string;
  user: User;
}

/** Shared by all tabs: a log-out in one of them clears it in the others. */
export const $session = persistentJSON<Session | null>(storageKeys.session, null);

/** The last activity of the customer. */
export const activity = createActivity(storageKeys.activeAt);

/** Starts the session that a log-in returned. */
export function beginSession(session: Session): void {
  activity.mark(Date.now());
  $session.set(session);
}

const userOrder = createAnswerOrder();

/** Replaces the customer's data with what the server pushed. */
export function replaceUser(user: User): void {
  userOrder.push();
  keepUser(user);
}

/**
 * Call this with each request that returns the customer's data; the returned function applies the answer. An answer
 * older than the data already applied is dropped, and `onStale` is called. An answer that arrives after another log-in
 * belongs to somebody else and is dropped too.
 */
export function expectUser(onStale?: () => void): (user: User) => void {
  const accessToken = $session.get()?.access_token;
  const isNewer = userOrder.ask();
  return (user) => {
    if (accessToken !== $session.get()?.access_token) return;
    if (isNewer()) keepUser(user);
    else onStale?.();
  };
}

function keepUser(user: User): void {
  const session = $session.get();
  if (session) $session.set({ ...session, user });
}

/** Forgets the session in this browser, in all tabs. `logOut` also tells the server. */
export function forgetSession(): void {
  if ($session.get()) $session.set(null);
}

/** Ends the session if the server refuses it. No other failure, such as an unreachable server, ends it. */
export function endIfRefused({ code }: Problem, accessToken: string | undefined): void {
  const isRefused = code === 'UNAUTHENTICATED' || code === 'FORBIDDEN';
  // An answer that arrives after another log-in says nothing about the new session.
  if (isRefused && accessToken === $session.get()?.access_token) forgetSession();
}

/** The last activity in any tab of this browser. */
export interface Activity {
  /** Records activity for all tabs; unix milliseconds. */
  mark: (nowMs: number) => void;
  /** Calls back on activity in this tab or another; returns a stop function. */
  listen: (listener: () => void) => () => void;
  /** Unix milliseconds; 0 if unknown. */
  lastMs: () => number;
}

/** Stores the time of the last activity under a key of the browser's storage, as text. */
export function createActivity(storageKey: string): Activity {
  const $activeAt = persistentAtom<string>(storageKey, '0');
  return {
    mark: (nowMs) => $activeAt.set(String(nowMs)),
    listen: (listener) => $activeAt.listen(listener),
    lastMs: () => Number($activeAt.get()) || 0,
  };
}
