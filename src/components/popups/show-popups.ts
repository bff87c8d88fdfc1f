import { isPopupRead, rememberPopup } from '../../stores/shell/read-popups.ts';

/** A popup to show. */
export interface ShownPopup {
  /** The key under which the browser remembers that the popup was read. */
  name: string;
  title: string;
  content: Node;
  onClose?: () => void;
}

/**
 * Shows the popups that were not yet closed in this browser, one after another and in one tab at a time: first the
 * popups of the site settings, then `more`.
 */
export async function showPopups(page: Document, more: readonly ShownPopup[] = []): Promise<void> {
  const dialog = page.querySelector<HTMLDialogElement>('[data-popup-frame]');
  const popups = [...settingsPopups(page), ...more].filter(({ name }) => !isPopupRead(name));
  if (!dialog || popups.length === 0) return;
  await inOneTab(async () => {
    for (const popup of popups) {
      // Another tab may have shown the popup in the meantime.
      if (isPopupRead(popup.name)) continue;
      await show(dialog, popup);
      rememberPopup(popup.name);
      popup.onClose?.();
    }
  });
}

function settingsPopups(page: Document): ShownPopup[] {
  return [...page.querySelectorAll<HTMLTemplateElement>('template[data-popup]')].map(({ dataset, content }) => ({
    name: dataset['popup'] ?? '',
    title: dataset['title'] ?? '',
    content: content.cloneNode(true),
  }));
}

/** Shows a popup; resolves once it is closed. */
function show(dialog: HTMLDialogElement, { title, content }: ShownPopup): Promise<void> {
  const heading = dialog.querySelector('h2');
  if (heading) heading.textContent = title;
  dialog.querySelector('.text')?.replaceChildren(content);
  dialog.showModal();
  dialog.scrollTop = 0;
  return new Promise((closed) => {
    dialog.addEventListener('close', () => closed(), { once: true });
  });
}

/**
 * Runs `work` in one tab at a time, if the browser supports locks. Without https it does not, and every tab shows the
 * popups.
 */
function inOneTab(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  return locks ? locks.request('popups', work) : work();
}
