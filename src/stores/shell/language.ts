import { storageKeys } from '../../lib/contract/session.ts';

/**
 * Stores the language of a link that is followed, and updates the link to the page's current address, because the
 * platform changes its address with the asset. The first paint uses the choice for addresses that name no language.
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
