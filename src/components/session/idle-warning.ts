import { activities } from '../../lib/contract/session.ts';
import { idleClock } from '../../stores/session-keeper.ts';

const find = (page: Document, name: string) => page.querySelector<HTMLDialogElement>(`dialog[data-${name}]`);

/** Warns in the last minute of an idle session, in every tab; `logOutHere` ends it as the menu's button does. */
export function mountIdleWarning(page: Document, logOutHere: () => void): void {
  const warning = find(page, 'idle-warning');
  if (!warning) return;
  // What is done on it is an answer, and no activity by itself: the warning would go before a button was pressed.
  for (const name of activities)
    warning.addEventListener(name, (event) => event.target !== warning && event.stopPropagation(), { passive: true });
  warning.addEventListener('cancel', idleClock.stay);
  warning.querySelector('[data-stay]')?.addEventListener('click', idleClock.stay);
  warning.querySelector('[data-leave]')?.addEventListener('click', logOutHere);
  idleClock.$secondsLeft.subscribe((seconds) => {
    if (seconds === null) warning.close();
    else show(warning, seconds);
  });
}

/** Says on a page that stays, where a session was over because nobody used it, why its customer is logged out, and leads back. */
export function tellEnded(page: Document, loginAddress: string): void {
  const notice = find(page, 'idle-end');
  notice?.querySelector('a')?.setAttribute('href', loginAddress);
  notice?.showModal();
}

function show(warning: HTMLDialogElement, seconds: number): void {
  const left = warning.querySelector('[data-left]');
  if (left) left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const bar = warning.querySelector('progress');
  if (bar) bar.value = seconds;
  if (!warning.open) warning.showModal();
}
