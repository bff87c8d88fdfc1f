import { atom } from 'nanostores';
import { activities, idleWarningMs, keepAliveMs, sessionIdleMs } from '../lib/contract/session.ts';
import { logOut, reloadUser } from './authentication.ts';
import { $session, lastActivityMs, markActivity, onActivity } from './session.ts';

/** An idle session is looked for this often: a timer that was set for its end would sleep with the machine. */
const idleCheckMs = 5_000;

/** More activity than this often is not worth a write to the storage of all tabs. */
const markEveryMs = 1_000;

/** Somebody may be back: at the page, at the machine, on the network. */
const returns = ['visibilitychange', 'pageshow', 'focus', 'online'] as const;

/** How often, and how far apart, the account is asked for when a page opens and the server does not answer. */
const attempts = 3;
const attemptEveryMs = 2_000;

/** Whole seconds that an idle session has left, in its last minute; null while nobody needs to be warned. */
export const $secondsLeft = atom<number | null>(null);

/** Whether the session has been idle for too long, in all tabs; `nowMs` is unix milliseconds. */
export function hasIdledOut(nowMs: number): boolean {
  return idleLeftMs(nowMs) <= 0;
}

/** The customer wants to stay: all tabs hear of it, and tell the server. A session that is over stays so. */
export function stayLoggedIn(): void {
  const nowMs = Date.now();
  if ($session.get() && !endIfIdle(nowMs)) markActivity(nowMs);
}

/**
 * Keeps the session of this browser: activity in any tab holds it, 20 minutes without any end it here and on the server, a minute
 * before that `$secondsLeft` counts. Opening a page, and coming back to it, loads the account again; only a server that refuses the
 * session ends it. Returns what stops it.
 */
export function keepSession(page: EventTarget): () => void {
  let toldMs = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (nowMs: number) => {
    if (nowMs - toldMs < keepAliveMs) return;
    toldMs = nowMs;
    void reloadUser();
  };
  const look = () => {
    clearTimeout(timer);
    // Or the server's session would end as much sooner than this one as it last heard of the customer.
    if ($session.get() && lastActivityMs() > toldMs) tell(Date.now());
    timer = setTimeout(look, warn(Date.now()));
  };
  const act = () => {
    const nowMs = Date.now();
    if (!$session.get() || endIfIdle(nowMs) || nowMs - lastActivityMs() < markEveryMs) return;
    markActivity(nowMs);
    tell(nowMs);
  };
  const comeBack = () => {
    look();
    if ($session.get()) tell(Date.now());
  };
  for (const name of activities) page.addEventListener(name, act, { passive: true });
  for (const name of returns) page.addEventListener(name, comeBack);
  const stopListening = onActivity(look);
  look();
  void loadAccount(attempts);
  return () => {
    clearTimeout(timer);
    stopListening();
    for (const name of activities) page.removeEventListener(name, act);
    for (const name of returns) page.removeEventListener(name, comeBack);
  };
}

/** Ends what is over, counts what is left, and returns in how many milliseconds to look again. */
function warn(nowMs: number): number {
  const leftMs = $session.get() && !endIfIdle(nowMs) ? idleLeftMs(nowMs) : Infinity;
  const isLast = leftMs <= idleWarningMs;
  $secondsLeft.set(isLast ? Math.ceil(leftMs / 1_000) : null);
  return isLast ? leftMs % 1_000 || 1_000 : Math.min(leftMs - idleWarningMs, idleCheckMs);
}

const idleLeftMs = (nowMs: number) => sessionIdleMs - (nowMs - lastActivityMs());

function endIfIdle(nowMs: number): boolean {
  if (!$session.get() || !hasIdledOut(nowMs)) return false;
  void logOut();
  return true;
}

async function loadAccount(attemptsLeft: number): Promise<void> {
  if (!$session.get()) return;
  const result = await reloadUser();
  if (result.ok || result.problem.code !== 'UNAVAILABLE' || attemptsLeft <= 1) return;
  setTimeout(() => void loadAccount(attemptsLeft - 1), attemptEveryMs);
}
