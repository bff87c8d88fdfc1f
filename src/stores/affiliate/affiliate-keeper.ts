import { atom } from 'nanostores';
import { getAffiliateAccounts } from '../../lib/contract/affiliate/affiliate-endpoints.ts';
import { activities, idleWarningMs, keepAliveMs, sessionIdleMs } from '../../lib/contract/session.ts';
import { callAffiliate } from './affiliate-api.ts';
import { logOutAffiliate } from './affiliate-entry.ts';
import {
  $affiliateSession,
  lastAffiliateActivityMs,
  markAffiliateActivity,
  onAffiliateActivity,
} from './affiliate-session.ts';

/** A timer that was set for the end of a session would sleep with the machine. */
const idleCheckMs = 5_000;

/** More activity than this often is not worth a write to the storage of all tabs. */
const markEveryMs = 1_000;

/** Somebody may be back: at the page, at the machine, on the network. */
const returns = ['visibilitychange', 'pageshow', 'focus', 'online'] as const;

/** Whole seconds that an idle session has left, in its last minute; null while nobody needs to be warned. */
export const $affiliateSecondsLeft = atom<number | null>(null);

/** Whether the session has been idle for too long, in all tabs; `nowMs` is unix milliseconds. */
export function hasAffiliateIdledOut(nowMs: number): boolean {
  return idleLeftMs(nowMs) <= 0;
}

/** The affiliate wants to stay: all tabs hear of it, and tell the server. A session that is over stays so. */
export function stayAsAffiliate(): void {
  const nowMs = Date.now();
  if ($affiliateSession.get() && !endIfIdle(nowMs)) markAffiliateActivity(nowMs);
}

/**
 * Keeps the affiliate's session of this browser as `keepSession` does a customer's: activity in any tab holds it, 20 minutes without any
 * end it here and on the server, a minute before that `$affiliateSecondsLeft` counts. Returns what stops it.
 */
export function keepAffiliateSession(page: EventTarget): () => void {
  let toldMs = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (nowMs: number) => {
    if (nowMs - toldMs < keepAliveMs) return;
    toldMs = nowMs;
    // Any call holds the session, and hears of its end; this one reads least.
    void callAffiliate(getAffiliateAccounts, { limit: 1, sort: 'created_at', order: 'desc' });
  };
  const look = () => {
    clearTimeout(timer);
    if ($affiliateSession.get() && lastAffiliateActivityMs() > toldMs) tell(Date.now());
    timer = setTimeout(look, warn(Date.now()));
  };
  const act = () => {
    const nowMs = Date.now();
    if (!$affiliateSession.get() || endIfIdle(nowMs) || nowMs - lastAffiliateActivityMs() < markEveryMs) return;
    markAffiliateActivity(nowMs);
    tell(nowMs);
  };
  const comeBack = () => {
    look();
    if ($affiliateSession.get()) tell(Date.now());
  };
  for (const name of activities) page.addEventListener(name, act, { passive: true });
  for (const name of returns) page.addEventListener(name, comeBack);
  const stopListening = onAffiliateActivity(look);
  look();
  return () => {
    clearTimeout(timer);
    stopListening();
    for (const name of activities) page.removeEventListener(name, act);
    for (const name of returns) page.removeEventListener(name, comeBack);
  };
}

/** Ends what is over, counts what is left, and returns in how many milliseconds to look again. */
function warn(nowMs: number): number {
  const leftMs = $affiliateSession.get() && !endIfIdle(nowMs) ? idleLeftMs(nowMs) : Infinity;
  const isLast = leftMs <= idleWarningMs;
  $affiliateSecondsLeft.set(isLast ? Math.ceil(leftMs / 1_000) : null);
  return isLast ? leftMs % 1_000 || 1_000 : Math.min(leftMs - idleWarningMs, idleCheckMs);
}

const idleLeftMs = (nowMs: number) => sessionIdleMs - (nowMs - lastAffiliateActivityMs());

function endIfIdle(nowMs: number): boolean {
  if (!$affiliateSession.get() || !hasAffiliateIdledOut(nowMs)) return false;
  void logOutAffiliate();
  return true;
}
