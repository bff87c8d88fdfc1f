import * as storageKeys from '../../lib/contract/storage-keys.ts';

/**
 * Call this when a language link is followed. Stores its language, and points the link at the page's current address,
 * because the platform changes the address with the asset. The first paint uses the stored language if the address
 * names none.
 */
export function followLanguageLink(
  link: HTMLAnchorElement,
  { dataset, lang }: Pick<HTMLElement, 'dataset' | 'lang'>,
): void {
  const chosen = link.dataset['language'] ?? '';
  try {
    localStorage.setItem(storageKeys.language, chosen);
  } catch {
    // The link works without storage too.
  }
  link.pathname = (dataset[chosen] ?? '') + location.pathname.slice(dataset[lang]?.length);
  link.search = location.search;
}
