import type { KeyboardEvent } from 'react';

/** Arrow keys go from the search into the list, through it and back, Home and End to its ends, Escape to the search. */
export function moveInMarket(event: KeyboardEvent<HTMLElement>): void {
  const market = event.currentTarget.closest('[data-market]');
  const links = [...(market?.querySelectorAll<HTMLElement>('[data-symbol]') ?? [])];
  const at = links.findIndex((link) => link === event.currentTarget);
  const to = targetOf(event.key, at, links.length);
  if (to === undefined) return;
  const target = to < 0 ? market?.querySelector('input') : links[to];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** −1 is the search, where all keys but the one down belong to the text. */
function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return at + 1;
  if (at < 0) return undefined;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Escape') return -1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
