import { storageKeys } from '../../lib/contract/session.ts';

/**
 * Keeps the language of a link that is being followed, and has the link lead to where the page is by now: the platform
 * changes its address with the asset. The first paint follows the choice from addresses that name no language.
 */
export function followLanguageLink(
  link: HTMLAnchorElement,
  { dataset, lang }: Pick<HTMLElement, 'dataset' | 'lang'>,
): void {
  const chosen = link.dataset['language'] ?? '';
  try {
    localStorage.setItem(storageKeys.language, chosen);
  } catch {
    // A browser that keeps nothing is led there all the same.
  }
  link.pathname = (dataset[chosen] ?? '') + location.pathname.slice(dataset[lang]?.length);
  link.search = location.search;
}
