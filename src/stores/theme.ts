import { storageKeys } from '../lib/contract/session.ts';

export type Theme = 'dark' | 'light';

/**
 * Made by hand and not of an atom: every visitor's page loads it, and a library for one value would weigh more than the
 * page's script.
 */
let theme: Theme | undefined;
const listeners = new Set<(theme: Theme) => void>();

/** The chosen theme, in all tabs. The first paint reads the same key before any module is loaded. */
export function currentTheme(): Theme {
  return (theme ??= themeOf(stored()));
}

/** Tells of every change from now on; returns what stops it. */
export function onTheme(listener: (theme: Theme) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the document in the chosen theme; called once by a page, with its window. Returns what stops it. */
export function applyTheme(root: { dataset: DOMStringMap }, page?: Pick<Window, 'addEventListener'>): () => void {
  const apply = (chosen: Theme) => (root.dataset['theme'] = chosen);
  apply(currentTheme());
  // Another tab chose.
  page?.addEventListener('storage', ({ key, newValue }) => key === storageKeys.theme && choose(themeOf(newValue)));
  return onTheme(apply);
}

export function toggleTheme(): void {
  const chosen = currentTheme() === 'light' ? 'dark' : 'light';
  try {
    localStorage.setItem(storageKeys.theme, chosen);
  } catch {
    // A browser that keeps nothing shows the theme until the page is left.
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
