import type { KeyboardEvent } from 'react';

/** Arrow keys go from the search into the list and through it, Home and End to its ends. */
export function moveInMarket(event: KeyboardEvent<HTMLElement>): void {
  const market = event.currentTarget.closest('[data-market]');
  const links = [...(market?.querySelectorAll<HTMLElement>('[data-symbol]') ?? [])];
  const at = links.findIndex((link) => link === event.currentTarget);
  const to = targetOf(event.key, at, links.length);
  const link = to === undefined ? undefined : links[to];
  if (!link) return;
  event.preventDefault();
  link.focus();
}

/** `at` is −1 in the search, where Home and End belong to the text. */
function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return at + 1;
  if (at < 0) return undefined;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
