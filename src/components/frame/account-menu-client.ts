import { logOut } from '../../stores/authentication.ts';
import { customerPopups, tellRead } from '../../stores/frame/customer-popups.ts';
import { keepSession } from '../../stores/session-keeper.ts';
import { $session } from '../../stores/session.ts';
import type { Session } from '../../stores/session.ts';
import { showPopups } from '../popups/show-popups.ts';

/** Fills the account menu and keeps the session of the page; loaded only where a session is there. */
export function mountAccountMenu(menu: HTMLElement): void {
  const root = document.documentElement;
  let isLeaving = false;
  const firstToken = $session.get()?.access_token;
  keepSession(window);
  $session.subscribe((session) => {
    if (session && session.access_token !== firstToken) location.reload();
    else if (session) fill(menu, session);
    else leave(root, isLeaving);
  });
  void showCustomerPopups(menu.ownerDocument);
  menu.querySelector('[data-log-out]')?.addEventListener('click', () => {
    isLeaving = true;
    void logOut();
  });
}

function fill(menu: HTMLElement, { user }: Session): void {
  menu.dataset['verified'] = String(user.verified_account);
  for (const field of menu.querySelectorAll<HTMLElement>('[data-account-field]')) {
    const name = field.dataset['accountField'];
    const value = name && Object.hasOwn(user, name) ? user[name as keyof typeof user] : null;
    if (value !== null) field.textContent = String(value);
  }
}

/** The session is over: a page that needs one gives way to the log-in, which says so and leads back unless the customer left. */
function leave(root: HTMLElement, isLeaving: boolean): void {
  root.dataset['session'] = 'visitor';
  const loginPath = root.dataset['login'] ?? '/login';
  const next = encodeURIComponent(location.pathname + location.search);
  if (isLeaving) location.assign(loginPath);
  else if (root.dataset['gate'] === 'customer') location.replace(`${loginPath}?ended&next=${next}`);
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
