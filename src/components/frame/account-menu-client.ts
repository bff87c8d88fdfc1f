import { logOut } from '../../stores/authentication.ts';
import { customerPopups, tellRead } from '../../stores/frame/customer-popups.ts';
import { idleClock, keepSession } from '../../stores/session-keeper.ts';
import { $session } from '../../stores/session.ts';
import type { Session } from '../../stores/session.ts';
import { showPopups } from '../popups/show-popups.ts';
import { mountIdleWarning, tellEnded } from '../session/idle-warning.ts';

/** The tab that ended an idle session may have a clock that is a little ahead: browsers blur what they tell of time. */
const clocksDifferMs = 1_000;

/** Fills the account menu and keeps the session of the page; loaded only where a session is there. */
export function mountAccountMenu(menu: HTMLElement): void {
  const { ownerDocument: page } = menu;
  let isLeaving = false;
  const logOutHere = () => {
    isLeaving = true;
    void logOut();
  };
  const firstToken = $session.get()?.access_token;
  keepSession(window);
  $session.subscribe((session) => {
    if (session && session.access_token !== firstToken) location.reload();
    else if (session) fill(menu, session);
    else leave(page, isLeaving);
  });
  void showCustomerPopups(page);
  mountIdleWarning(page, logOutHere);
  menu.querySelector('[data-log-out]')?.addEventListener('click', logOutHere);
}

function fill(menu: HTMLElement, { user }: Session): void {
  menu.dataset['verified'] = String(user.verified_account);
  for (const field of menu.querySelectorAll<HTMLElement>('[data-account-field]')) {
    // A session that an older page has stored may know less.
    const value = user[field.dataset['accountField'] as keyof typeof user] ?? null;
    if (value !== null) field.textContent = String(value);
  }
}

/**
 * The session is over. A page that needs one gives way to the log-in, which says why and leads back unless the customer left; one
 * that stays says itself that nobody used the session.
 */
function leave(page: Document, isLeaving: boolean): void {
  const { dataset } = page.documentElement;
  dataset['session'] = 'visitor';
  const loginPath = dataset['login'] ?? '/login';
  const next = `next=${encodeURIComponent(location.pathname + location.search)}`;
  const isIdle = idleClock.hasIdledOut(Date.now() + clocksDifferMs);
  // What a page shows of its customer is gone at once, and the way back does not lead to it.
  if (dataset['gate'] === 'customer') dataset['over'] = '';
  if (isLeaving) location.replace(loginPath);
  else if (dataset['gate'] === 'customer') {
    location.replace(`${loginPath}?ended${isIdle ? '=idle' : ''}&${next}`);
  } else if (isIdle) tellEnded(page, `${loginPath}?${next}`);
}

async function showCustomerPopups(page: Document): Promise<void> {
  const popups = await customerPopups();
  const shown = popups.map(({ id, name, title, content }) => {
    const template = page.createElement('template');
    // The server has cut it to its allow-list, and the page's policy runs no script of it.
    template.innerHTML = content;
    return { name, title, content: template.content, onClose: () => tellRead(id) };
  });
  await showPopups(page, shown);
}
