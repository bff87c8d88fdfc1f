import { affiliateIdleClock, logOutAffiliate } from '../../stores/affiliate/affiliate-sign-in.ts';
import { $affiliateSession } from '../../stores/affiliate/affiliate-session.ts';

/**
 * Tolerance when comparing with the clock of the tab that ended an idle session: browsers reduce the precision of time.
 */
const clocksDifferMs = 1_000;

let isLeaving = false;
let hasEntered = false;

/**
 * Logs out here, in all tabs and on the server. Unlike after an expired session, the log-in page then shows no notice
 * and does not return to the panel.
 */
export function leaveAsAffiliate(): void {
  isLeaving = true;
  void logOutAffiliate();
}

/**
 * Whether the affiliate has just logged in on this page. If so, the focus must move, because the log-in form is now
 * hidden.
 */
export function hasJustEntered(): boolean {
  return hasEntered;
}

/**
 * Shows the panel while an affiliate is logged in, in this tab or another, and makes the header's button log out. When
 * the session ends, the page reloads and shows the log-in, so that no data of the panel is left. Returns a function
 * that stops following.
 */
export function followAffiliate(page: Document): () => void {
  const { dataset } = page.documentElement;
  let token = $affiliateSession.get()?.access_token;
  const logOut = page.querySelector<HTMLButtonElement>('[data-affiliate-log-out]');
  logOut?.addEventListener('click', leaveAsAffiliate);
  // The button is enabled only now, because an earlier click would have been lost.
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
  // Hides the panel at once.
  dataset['over'] = '';
  if (isAnother) location.reload();
  else if (isLeaving) location.replace(location.pathname);
  else {
    const params = new URLSearchParams(withoutEnded());
    params.set('ended', affiliateIdleClock.hasIdledOut(Date.now() + clocksDifferMs) ? 'idle' : '');
    location.replace(`${location.pathname}?${params}`);
  }
}

/** The query of the URL without `ended`, the parameter that says that a session ended. */
function withoutEnded(): string {
  const params = new URLSearchParams(location.search);
  params.delete('ended');
  const rest = params.toString();
  return rest && `?${rest}`;
}
