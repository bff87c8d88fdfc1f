import * as storageKeys from '../lib/contract/storage-keys.ts';

export type Theme = 'dark' | 'light';

/** Not an atom: every visitor's page loads this, and a library for one value would be larger than the page's script. */
let theme: Theme | undefined;
const listeners = new Set<(theme: Theme) => void>();

/** The chosen theme, shared by all tabs. The first paint reads the same key before any module is loaded. */
export function currentTheme(): Theme {
  return (theme ??= themeOf(stored()));
}

/** Calls back on every change from now on; returns a stop function. */
export function onTheme(listener: (theme: Theme) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies the chosen theme to the document; call it once per page, with its window. Returns a stop function. */
export function applyTheme(root: { dataset: DOMStringMap }, page?: Pick<Window, 'addEventListener'>): () => void {
  const apply = (chosen: Theme) => (root.dataset['theme'] = chosen);
  apply(currentTheme());
  // Another tab changed the theme.
  page?.addEventListener('storage', ({ key, newValue }) => key === storageKeys.theme && choose(themeOf(newValue)));
  return onTheme(apply);
}

export function toggleTheme(): void {
  const chosen = currentTheme() === 'light' ? 'dark' : 'light';
  try {
    localStorage.setItem(storageKeys.theme, chosen);
  } catch {
    // Without storage, the theme lasts until the page is left.
  }
  choose(chosen);
}

function choose(chosen: Theme): void {
  theme = chosen;
  listeners.forEach((listener) => listener(chosen));
}

function themeOf(text: string | null): Theme {
  return text === 'light' ? 'light' : 'dark';
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKeys.theme);
  } catch {
    return null;
  }
}
