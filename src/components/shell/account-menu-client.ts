import { activities } from '../../lib/contract/session.ts';
import { logOut } from '../../stores/authentication.ts';
import { customerPopups, tellRead } from '../../stores/shell/customer-popups.ts';
import { idleClock, keepSession } from '../../stores/session-keeper.ts';
import type { Session } from '../../stores/session.ts';
import { $session } from '../../stores/session.ts';
import { mountNoticeBell } from '../notices/notice-bell-client.ts';
import { showPopups } from '../popups/show-popups.ts';

/**
 * Tolerance when comparing with the clock of the tab that ended an idle session: browsers reduce the precision of time.
 */
const clocksDifferMs = 1_000;

/** Fills the account menu and maintains the page's session; loaded only if there is a session. */
export function mountAccountMenu(menu: HTMLElement): void {
  const { ownerDocument: page } = menu;
  let isLeaving = false;
  const logOutHere = () => {
    isLeaving = true;
    void logOut();
  };
  const firstId = $session.get()?.user.uniqid;
  keepSession(window);
  $session.subscribe((session) => {
    // Another log-in of the same customer, in another tab, changes only the token, which every call and socket follows.
    if (session && session.user.uniqid !== firstId) location.reload();
    else if (session) fill(menu, session);
    else leave(page, isLeaving);
  });
  mountNoticeBell(page);
  void showCustomerPopups(page);
  mountIdleWarning(page, logOutHere);
  menu.querySelector('[data-log-out]')?.addEventListener('click', logOutHere);
}

function fill(menu: HTMLElement, { user }: Session): void {
  menu.dataset['verified'] = String(user.verified_account);
  for (const field of menu.querySelectorAll<HTMLElement>('[data-account-field]')) {
    // A session stored by an older version of the page may lack fields.
    const value = user[field.dataset['accountField'] as keyof typeof user] ?? null;
    if (value !== null) field.textContent = String(value);
  }
}

/**
 * Handles the end of the session. A page that needs a session is replaced by the log-in. Unless the customer logged
 * out, the log-in says why and returns to the page. A page that needs no session stays, and shows a notice if the
 * session was idle for too long.
 */
function leave(page: Document, isLeaving: boolean): void {
  const { dataset } = page.documentElement;
  dataset['session'] = 'visitor';
  const loginPath = dataset['login'] ?? '/login';
  const next = `next=${encodeURIComponent(location.pathname + location.search)}`;
  const isIdle = idleClock.hasIdledOut(Date.now() + clocksDifferMs);
  // Hides the customer's data at once; `replace` keeps the back button from returning to it.
  if (dataset['gate'] === 'customer') dataset['over'] = '';
  if (isLeaving) location.replace(loginPath);
  else if (dataset['gate'] === 'customer') {
    location.replace(`${loginPath}?ended${isIdle ? '=idle' : ''}&${next}`);
  } else if (isIdle) showEndedNotice(page, `${loginPath}?${next}`);
}

async function showCustomerPopups(page: Document): Promise<void> {
  const popups = await customerPopups();
  const shown = popups.map(({ id, name, title, content }) => {
    const template = page.createElement('template');
    // The server has sanitised the content with an allow-list, and the page's content security policy blocks any script
    // in it.
    template.innerHTML = content;
    return { name, title, content: template.content, onClose: () => tellRead(id) };
  });
  await showPopups(page, shown);
}

const findDialog = (page: Document, name: string) => page.querySelector<HTMLDialogElement>(`dialog[data-${name}]`);

/**
 * Warns in the last minute of an idle session, in every tab. `logOutHere` is the function that the menu's log-out
 * button calls.
 */
function mountIdleWarning(page: Document, logOutHere: () => void): void {
  const warning = findDialog(page, 'idle-warning');
  if (!warning) return;
  // Events in the dialog must not count as activity: the warning would disappear before a button is pressed.
  for (const name of activities)
    warning.addEventListener(name, (event) => event.target !== warning && event.stopPropagation(), { passive: true });
  warning.addEventListener('cancel', idleClock.stay);
  warning.querySelector('[data-stay]')?.addEventListener('click', idleClock.stay);
  warning.querySelector('[data-leave]')?.addEventListener('click', logOutHere);
  idleClock.$secondsLeft.subscribe((seconds) => {
    if (seconds === null) warning.close();
    else showWarning(warning, seconds);
  });
}

/** On a page that stays open, says that the session was idle for too long, and links to the log-in. */
function showEndedNotice(page: Document, loginAddress: string): void {
  const notice = findDialog(page, 'idle-end');
  notice?.querySelector('a')?.setAttribute('href', loginAddress);
  notice?.showModal();
}

function showWarning(warning: HTMLDialogElement, seconds: number): void {
  const left = warning.querySelector('[data-left]');
  if (left) left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const bar = warning.querySelector('progress');
  if (bar) bar.value = seconds;
  if (!warning.open) warning.showModal();
}
