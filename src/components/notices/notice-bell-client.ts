import { $unreadNotices, followUnread } from '../../stores/shell/unread-notices.ts';

/** Shows the number of unread notices in the header; the panel's script is loaded when it is first opened. */
export function mountNoticeBell(page: Document): void {
  const bell = page.querySelector<HTMLElement>('[data-notice-bell]');
  if (!bell) return;
  const find = (name: string) => bell.querySelector<HTMLElement>(`[data-notice-${name}]`);
  const [count, words, status, panel] = ['count', 'words', 'status', 'panel'].map(find);
  if (!count || !words || !status || !panel) return;

  let shown: number | null = null;
  $unreadNotices.subscribe((unread) => {
    const text = unread && unread > 99 ? '99+' : String(unread ?? 0);
    const fill = (template = '') => template.replace('{{count}}', text);
    count.hidden = !unread;
    count.textContent = text;
    // The build removes the space that stands before it in the markup.
    words.textContent = unread ? ` ${fill(bell.dataset['unread'])}` : '';
    if (shown !== null && unread && unread > shown) status.textContent = fill(bell.dataset['arrived']);
    shown = unread;
  });
  followUnread();
  fillWhenOpened(panel, bell.dataset['settings'] ?? '');
}

/** Until the panel is filled, it says that it is loading, or that it could not be loaded. */
function fillWhenOpened(panel: HTMLElement, settings: string): void {
  const hide = (state: string, isHidden: boolean) =>
    panel.querySelector(`[data-notice-${state}]`)?.toggleAttribute('hidden', isHidden);
  const show = (isFailed: boolean) => {
    hide('loading', isFailed);
    hide('failed', !isFailed);
  };
  const open = async () => {
    show(false);
    const isOpened = await import('./notice-panel.ts').then(
      ({ openNoticePanel }) => openNoticePanel(panel, settings),
      () => false,
    );
    if (!isOpened) show(true);
  };
  panel.addEventListener('beforetoggle', (event) => {
    if (event.newState === 'open') void open();
  });
  panel.querySelector('[data-notice-retry]')?.addEventListener('click', () => void open());
}
