import { persistentAtom, persistentJSON } from '@nanostores/persistent';
import type { User } from '../lib/contract/entities.ts';
import type { Problem } from '../lib/contract/problem.ts';
import { storageKeys } from '../lib/contract/session.ts';
import { createAnswerOrder } from './realtime/answer-order.ts';

/** Who is logged in, in every tab of this browser. The access token is the only authority. */
export interface Session {
  access_token: string;
  user: User;
}

/** Shared by all tabs: a log-out in one of them empties it in the others. */
export const $session = persistentJSON<Session | null>(storageKeys.session, null);

/** What the customer does. */
export const activity = createActivity(storageKeys.activeAt);

/** Starts the session that a log-in returned. */
export function beginSession(session: Session): void {
  activity.mark(Date.now());
  $session.set(session);
}

const userOrder = createAnswerOrder();

/** Replaces the customer's data by what the server pushed. */
export function replaceUser(user: User): void {
  userOrder.push();
  keepUser(user);
}

/**
 * To be called with a question whose answer is the customer's data; returns how to take them over. An answer that comes
 * after newer data is not taken, which `onStale` is told, and one that comes after another log-in is about somebody
 * else.
 */
export function expectUser(onStale?: () => void): (user: User) => void {
  const accessToken = $session.get()?.access_token;
  const isNews = userOrder.ask();
  return (user) => {
    if (accessToken !== $session.get()?.access_token) return;
    if (isNews()) keepUser(user);
    else onStale?.();
  };
}

function keepUser(user: User): void {
  const session = $session.get();
  if (session) $session.set({ ...session, user });
}

/** Forgets the session in this browser, in all tabs. The server is told by `logOut`. */
export function forgetSession(): void {
  if ($session.get()) $session.set(null);
}

/** Ends a session that the server refuses; any other failure, a server that is away above all, ends nothing. */
export function endIfRefused({ code }: Problem, accessToken: string | undefined): void {
  const isRefused = code === 'UNAUTHENTICATED' || code === 'FORBIDDEN';
  // An answer that comes after another log-in says nothing about that one.
  if (isRefused && accessToken === $session.get()?.access_token) forgetSession();
}

/** When somebody last did something, in any tab of this browser. */
export interface Activity {
  /** Notes that somebody did something, for all tabs; unix milliseconds. */
  mark: (nowMs: number) => void;
  /** Calls back when somebody did, in this tab or another; returns what stops it. */
  listen: (listener: () => void) => () => void;
  /** Unix milliseconds; 0 when that is not known. */
  lastMs: () => number;
}

/** What is kept under a key of the browser's storage, as text. */
export function createActivity(storageKey: string): Activity {
  const $activeAt = persistentAtom<string>(storageKey, '0');
  return {
    mark: (nowMs) => $activeAt.set(String(nowMs)),
    listen: (listener) => $activeAt.listen(listener),
    lastMs: () => Number($activeAt.get()) || 0,
  };
}
