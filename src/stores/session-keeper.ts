import { sessionIdleMs } from '../lib/contract/session.ts';
import { logOut, reloadUser } from './authentication.ts';
import { $session, lastActivityMs, markActivity } from './session.ts';

/** While the customer is active the server hears of it this often. */
export const keepAliveMs = 60_000;

/** How often an idle session is looked for. */
export const idleCheckMs = 5_000;

/** More activity than this often is not worth a write to the storage of all tabs. */
const markEveryMs = 1_000;

/** What counts as being there. */
const activities = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** How often, and how far apart, the account is asked for when a page opens and the server does not answer. */
const attempts = 3;
const attemptEveryMs = 2_000;

/**
 * Keeps the session of this browser: activity in any tab holds it, 20 minutes without any end it here and on the server.
 * Opening a page loads the account again; only a server that refuses the session ends it. Returns what stops it.
 */
export function keepSession(activity: EventTarget): () => void {
  let keptAtMs = Date.now();
  const onActivity = () => {
    const nowMs = Date.now();
    if (!$session.get() || endIfIdle(nowMs) || nowMs - lastActivityMs() < markEveryMs) return;
    markActivity(nowMs);
    if (nowMs - keptAtMs < keepAliveMs) return;
    keptAtMs = nowMs;
    void reloadUser();
  };
  for (const name of activities) activity.addEventListener(name, onActivity, { passive: true });
  const timer = setInterval(() => endIfIdle(Date.now()), idleCheckMs);
  void loadAccount(attempts);
  return () => {
    clearInterval(timer);
    for (const name of activities) activity.removeEventListener(name, onActivity);
  };
}

function endIfIdle(nowMs: number): boolean {
  if (!$session.get() || nowMs - lastActivityMs() <= sessionIdleMs) return false;
  void logOut();
  return true;
}

async function loadAccount(attemptsLeft: number): Promise<void> {
  if (!$session.get()) return;
  const result = await reloadUser();
  if (result.ok || result.problem.code !== 'UNAVAILABLE' || attemptsLeft <= 1) return;
  setTimeout(() => void loadAccount(attemptsLeft - 1), attemptEveryMs);
}
