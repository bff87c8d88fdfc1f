import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import { activities, idleWarningMs, keepAliveMs, sessionIdleMs } from '../lib/contract/session.ts';
import type { Activity } from './session.ts';

/** An idle session is looked for this often: a timer that was set for its end would sleep with the machine. */
const idleCheckMs = 5_000;

/** More activity than this often is not worth a write to the storage of all tabs. */
const markEveryMs = 1_000;

/** Somebody may be back: at the page, at the machine, on the network. */
const returns = ['visibilitychange', 'pageshow', 'focus', 'online'] as const;

/** The session that the clock is of. */
export interface IdleParts {
  activity: Activity;
  /** Whether there is a session in this browser. */
  isOpen: () => boolean;
  /** Has the server hear of somebody, which holds its session too. */
  tellServer: () => void;
  /** Ends the session, here and on the server. */
  end: () => void;
}

/** Ends a session in which nobody did anything for 20 minutes, in any tab. */
export interface IdleClock {
  /** Whole seconds that an idle session has left, in its last minute; null while nobody needs to be warned. */
  $secondsLeft: ReadableAtom<number | null>;
  /** Whether the session has been idle for too long, in all tabs; `nowMs` is unix milliseconds. */
  hasIdledOut: (nowMs: number) => boolean;
  /** Somebody wants to stay: all tabs hear of it, and tell the server. A session that is over stays so. */
  stay: () => void;
  /**
   * Keeps the session while somebody does something on the page, and ends it when it was idle for too long. Returns
   * what stops it.
   */
  keep: (page: EventTarget) => () => void;
}

export function createIdleClock(parts: IdleParts): IdleClock {
  const { activity, isOpen, end } = parts;
  const $secondsLeft = atom<number | null>(null);
  const leftMs = (nowMs: number) => sessionIdleMs - (nowMs - activity.lastMs());
  const hasIdledOut = (nowMs: number) => leftMs(nowMs) <= 0;

  function goesOn(nowMs: number): boolean {
    if (!isOpen()) return false;
    if (!hasIdledOut(nowMs)) return true;
    end();
    return false;
  }

  function warn(nowMs: number): number {
    const restMs = goesOn(nowMs) ? leftMs(nowMs) : Infinity;
    const isLast = restMs <= idleWarningMs;
    $secondsLeft.set(isLast ? Math.ceil(restMs / 1_000) : null);
    return isLast ? restMs % 1_000 || 1_000 : Math.min(restMs - idleWarningMs, idleCheckMs);
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
  /** Whether there is a session that is not idle for too long; ends one that is. */
  goesOn: (nowMs: number) => boolean;
  /** Ends what is over, counts what is left, and returns in how many milliseconds to look again. */
  warn: (nowMs: number) => number;
}

function watch(page: EventTarget, { activity, isOpen, tellServer, goesOn, warn }: Watching): () => void {
  let toldMs = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (nowMs: number) => {
    if (nowMs - toldMs < keepAliveMs) return;
    toldMs = nowMs;
    tellServer();
  };
  const look = () => {
    clearTimeout(timer);
    // Or the server's session would end as much sooner than this one as it last heard of somebody.
    if (isOpen() && activity.lastMs() > toldMs) tell(Date.now());
    timer = setTimeout(look, warn(Date.now()));
  };
  const act = () => {
    const nowMs = Date.now();
    if (!goesOn(nowMs) || nowMs - activity.lastMs() < markEveryMs) return;
    activity.mark(nowMs);
    tell(nowMs);
  };
  const comeBack = () => {
    look();
    if (isOpen()) tell(Date.now());
  };
  for (const name of activities) page.addEventListener(name, act, { passive: true });
  for (const name of returns) page.addEventListener(name, comeBack);
  const stopListening = activity.listen(look);
  look();
  return () => {
    clearTimeout(timer);
    stopListening();
    for (const name of activities) page.removeEventListener(name, act);
    for (const name of returns) page.removeEventListener(name, comeBack);
  };
}
