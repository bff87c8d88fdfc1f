import { onShortcut } from '../shell/shortcuts.ts';

/**
 * Shows the chart alone on the screen, or ends that. Phones that cannot do so for a part of a page show it over the
 * rest of the page, which Escape ends too.
 */
export function toggleFullScreen(canvas: HTMLElement): void {
  const section = canvas.closest('section');
  if (!section) return;
  if (document.fullscreenElement) void document.exitFullscreen();
  else if (section.hasAttribute('data-full')) uncover();
  else if (document.fullscreenEnabled) section.requestFullscreen().catch(() => cover(section));
  else cover(section);
}

let stopCover: (() => void) | undefined;

/** Ends the full screen of a phone. Call it when the chart is left, too. */
export function uncover(): void {
  stopCover?.();
  stopCover = undefined;
}

function cover(section: HTMLElement): void {
  const stop = onShortcut(({ key, target }) => {
    // In a field it is the field's.
    if (key !== 'Escape' || target instanceof HTMLInputElement) return false;
    uncover();
    return true;
  });
  section.setAttribute('data-full', '');
  stopCover = () => {
    section.removeAttribute('data-full');
    stop();
  };
}

/** Calls back when the browser's full screen begins or ends; returns a stop function. */
export function onFullScreen(change: () => void): () => void {
  document.addEventListener('fullscreenchange', change);
  return () => document.removeEventListener('fullscreenchange', change);
}
