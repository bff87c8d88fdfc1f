import { persistentAtom } from '@nanostores/persistent';
import { storageKeys } from '../lib/contract/session.ts';

export type Theme = 'dark' | 'light';

/** The chosen theme, in all tabs. The first paint reads the same key before any module is loaded. */
export const $theme = persistentAtom<Theme>(storageKeys.theme, 'dark');

/** Keeps the document in the chosen theme; called once by a page. Returns what stops it. */
export function applyTheme(root: { dataset: DOMStringMap }): () => void {
  return $theme.subscribe((theme) => {
    root.dataset['theme'] = theme === 'light' ? 'light' : 'dark';
  });
}

export function toggleTheme(): void {
  $theme.set($theme.get() === 'light' ? 'dark' : 'light');
}
