import { followLanguageLink } from '../../stores/shell/language.ts';
import { isPopupRead } from '../../stores/shell/read-popups.ts';
import { applyTheme, toggleTheme } from '../../stores/theme.ts';

/**
 * Runs when a page has loaded. For a visitor without unread popups, nothing more is downloaded for the page's shell.
 */
export function startPage(page: Document): void {
  const root = page.documentElement;
  applyTheme(root, window);
  for (const button of page.querySelectorAll('[data-theme-toggle]')) button.addEventListener('click', toggleTheme);
  for (const link of page.querySelectorAll<HTMLAnchorElement>('[data-language]'))
    link.addEventListener('click', () => followLanguageLink(link, root));

  // Tests wait for this attribute: an earlier click behaves as on a page without scripts.
  root.dataset['started'] = '';

  const menu = page.querySelector<HTMLElement>('[data-account-menu]');
  const load = async () => {
    if (menu && root.dataset['session'] === 'customer') {
      const part = await import('./account-menu-client.ts');
      part.mountAccountMenu(menu);
    } else if (hasUnreadPopups(page)) {
      const part = await import('../popups/show-popups.ts');
      await part.showPopups(page);
    }
  };
  // If loading fails, nothing watches the session and the log-out button does not work, so the page says so. Only a
  // reload requests the script again.
  load().catch(() => (root.dataset['partial'] = ''));
}

function hasUnreadPopups(page: Document): boolean {
  const popups = [...page.querySelectorAll<HTMLElement>('template[data-popup]')];
  return popups.some(({ dataset }) => !isPopupRead(dataset['popup'] ?? ''));
}
