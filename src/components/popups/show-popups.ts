import { isPopupRead, rememberPopup } from '../../stores/frame/read-popups.ts';

/** A popup on its way to the screen. */
interface ShownPopup {
  title: string;
  content: Node;
  /** Whether it was closed meanwhile: another tab may have had it first. */
  isRead: () => boolean;
  close: () => void;
}

/** Shows the popups that nobody has closed in this browser, one after the other, in one tab at a time. */
export async function showPopups(page: Document, isCustomer: boolean): Promise<void> {
  const frame = page.querySelector<HTMLDialogElement>('[data-popup-frame]');
  const popups = [...settingsPopups(page), ...(isCustomer ? await popupsOfCustomer(page) : [])];
  if (!frame || popups.every((popup) => popup.isRead())) return;
  await alone(async () => {
    for (const popup of popups) {
      if (popup.isRead()) continue;
      await show(frame, popup);
      popup.close();
    }
  });
}

function settingsPopups(page: Document): ShownPopup[] {
  return [...page.querySelectorAll<HTMLTemplateElement>('template[data-popup]')].map(({ dataset, content }) => {
    const id = dataset['popup'] ?? '';
    return {
      title: dataset['title'] ?? '',
      content: content.cloneNode(true),
      isRead: () => isPopupRead(id),
      close: () => rememberPopup(id),
    };
  });
}

/** A visitor downloads no calls. */
async function popupsOfCustomer(page: Document): Promise<ShownPopup[]> {
  const store = await import('../../stores/frame/customer-popups.ts');
  return (await store.customerPopups()).map(({ id, title, content }) => {
    const template = page.createElement('template');
    // The server has cut it to its allow-list, and the page's policy runs no script of it.
    template.innerHTML = content;
    return {
      title,
      content: template.content,
      isRead: () => store.isCustomerPopupRead(id),
      close: () => store.closeCustomerPopup(id),
    };
  });
}

/** Resolves once it is closed. */
function show(frame: HTMLDialogElement, { title, content }: ShownPopup): Promise<void> {
  const heading = frame.querySelector('h2');
  if (heading) heading.textContent = title;
  frame.querySelector('.text')?.replaceChildren(content);
  frame.showModal();
  frame.scrollTop = 0;
  return new Promise((closed) => {
    frame.addEventListener('close', () => closed(), { once: true });
  });
}

/** Where the browser keeps tabs apart; on an address without https it does not, and each shows what it has. */
function alone(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  return locks ? locks.request('popups', work) : work();
}
