import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import { activities, idleWarning, keepAlive, sessionIdleMs } from '../lib/contract/session.ts';
import type { Activity } from './session.ts';

/** How often to check for an idle session. A single timer set for its end would stop while the machine sleeps. */
const idleCheckMs = 5_000;

/** Activity is written at most this often, because each write goes to the storage that all tabs share. */
const markEveryMs = 1_000;

/** Events that may mean that the user is back: at the page, at the machine or on the network. */
const returns = ['visibilitychange', 'pageshow', 'focus', 'online'] as const;

/** What the clock needs to know about its session. */
export interface IdleParts {
  activity: Activity;
  /** Whether there is a session in this browser. */
  isOpen: () => boolean;
  /** Reports activity to the server, which keeps its session alive too. */
  tellServer: () => void;
  /** Ends the session, here and on the server. */
  end: () => void;
}

/** Ends a session after a time without activity in any tab: see `idleLimitMs`. */
export interface IdleClock {
  /** The seconds that an idle session has left, rounded up; null before its last minute. */
  $secondsLeft: ReadableAtom<number | null>;
  /** Whether the session has been idle for too long in all tabs; `nowMs` is unix milliseconds. */
  hasIdledOut: (nowMs: number) => boolean;
  /**
   * Keeps the session open because the user asked for it: all tabs notice, and report it to the server. Does nothing if
   * the session has already ended.
   */
  stay: () => void;
  /**
   * Keeps the session open while the page is used, and ends it when it has been idle for too long. Returns a stop
   * function.
   */
  keep: (page: EventTarget) => () => void;
}

/** How long a session may be idle, in milliseconds: as the page says, because the broker may have set it. */
export function idleLimitMs(): number {
  const stated = typeof document === 'undefined' ? NaN : Number(document.documentElement.dataset.idle);
  return stated > 0 ? stated : sessionIdleMs;
}

export function createIdleClock(parts: IdleParts): IdleClock {
  const { activity, isOpen, end } = parts;
  const $secondsLeft = atom<number | null>(null);
  const limitMs = idleLimitMs();
  const warningMs = idleWarning(limitMs);
  const leftMs = (nowMs: number) => limitMs - (nowMs - activity.lastMs());
  const hasIdledOut = (nowMs: number) => leftMs(nowMs) <= 0;

  function goesOn(nowMs: number): boolean {
    if (!isOpen()) return false;
    if (!hasIdledOut(nowMs)) return true;
    end();
    return false;
  }

  function warn(nowMs: number): number {
    const restMs = goesOn(nowMs) ? leftMs(nowMs) : Infinity;
    const isLast = restMs <= warningMs;
    $secondsLeft.set(isLast ? Math.ceil(restMs / 1_000) : null);
    return isLast ? restMs % 1_000 || 1_000 : Math.min(restMs - warningMs, idleCheckMs);
  }

  return {
    $secondsLeft,
    hasIdledOut,
    stay() {
      const nowMs = Date.now();
      if (goesOn(nowMs)) activity.mark(nowMs);
    },
    keep: (page) => watch(page, { ...parts, goesOn, warn }),
  };
}

interface Watching extends IdleParts {
  /** Whether a session is open and has not idled out. Ends a session that has idled out. */
  goesOn: (nowMs: number) => boolean;
  /** Ends a session that is over, updates the countdown, and returns the milliseconds until the next check. */
  warn: (nowMs: number) => number;
}

function watch(page: EventTarget, { activity, isOpen, tellServer, goesOn, warn }: Watching): () => void {
  let toldMs = Date.now();
  const tellEveryMs = keepAlive(idleLimitMs());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (nowMs: number) => {
    if (nowMs - toldMs < tellEveryMs) return;
    toldMs = nowMs;
    tellServer();
  };
  const check = () => {
    clearTimeout(timer);
    // Report activity in other tabs too, or the session would end on the server before it ends here.
    if (isOpen() && activity.lastMs() > toldMs) tell(Date.now());
    timer = setTimeout(check, warn(Date.now()));
  };
  const act = () => {
    const nowMs = Date.now();
    if (!goesOn(nowMs) || nowMs - activity.lastMs() < markEveryMs) return;
    activity.mark(nowMs);
    tell(nowMs);
  };
  const comeBack = () => {
    check();
    if (isOpen()) tell(Date.now());
  };
  for (const name of activities) page.addEventListener(name, act, { passive: true });
  for (const name of returns) page.addEventListener(name, comeBack);
  const stopListening = activity.listen(check);
  check();
  return () => {
    clearTimeout(timer);
    stopListening();
    for (const name of activities) page.removeEventListener(name, act);
    for (const name of returns) page.removeEventListener(name, comeBack);
  };
}
