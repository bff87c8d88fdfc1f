import { affiliateIdleClock, logOutAffiliate } from '../../stores/affiliate/affiliate-entry.ts';
import { $affiliateSession } from '../../stores/affiliate/affiliate-session.ts';

/** The tab that ended an idle session may have a clock that is a little ahead: browsers blur what they tell of time. */
const clocksDifferMs = 1_000;

let isLeaving = false;
let hasEntered = false;

/** Logs out here, in all tabs and on the server. The log-in then neither says that the session ended nor leads back. */
export function leaveAsAffiliate(): void {
  isLeaving = true;
  void logOutAffiliate();
}

/** Whether the affiliate has come in on this very page: the log-in that had the keyboard is not seen any more. */
export function hasJustEntered(): boolean {
  return hasEntered;
}

/**
 * Shows the panel while an affiliate is logged in, in this tab or another, and has the header's button log out. When
 * the session ends, the log-in takes the panel's place; the page is loaded anew, so that nothing of the panel is left.
 * Returns what stops it.
 */
export function followAffiliate(page: Document): () => void {
  const { dataset } = page.documentElement;
  let token = $affiliateSession.get()?.access_token;
  const logOut = page.querySelector<HTMLButtonElement>('[data-affiliate-log-out]');
  logOut?.addEventListener('click', leaveAsAffiliate);
  // Until here a click would have been lost.
  if (logOut) logOut.disabled = false;
  const unfollow = $affiliateSession.subscribe((session) => {
    const next = session?.access_token;
    if (next === token) return;
    const before = token;
    token = next;
    if (before === undefined) enter(dataset);
    else leave(dataset, next !== undefined);
  });
  return () => {
    unfollow();
    logOut?.removeEventListener('click', leaveAsAffiliate);
  };
}

function enter(dataset: DOMStringMap): void {
  hasEntered = true;
  dataset['affiliate'] = 'in';
  delete dataset['ended'];
  history.replaceState(null, '', location.pathname + withoutEnded());
}

function leave(dataset: DOMStringMap, isAnother: boolean): void {
  // What the panel shows is gone at once.
  dataset['over'] = '';
  if (isAnother) location.reload();
  else if (isLeaving) location.replace(location.pathname);
  else {
    const params = new URLSearchParams(withoutEnded());
    params.set('ended', affiliateIdleClock.hasIdledOut(Date.now() + clocksDifferMs) ? 'idle' : '');
    location.replace(`${location.pathname}?${params}`);
  }
}

/** What the address says beside that a session ended. */
function withoutEnded(): string {
  const params = new URLSearchParams(location.search);
  params.delete('ended');
  const rest = params.toString();
  return rest && `?${rest}`;
}
