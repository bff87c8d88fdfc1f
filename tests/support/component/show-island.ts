import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';

let shown: { root: Root; container: HTMLElement } | undefined;

function makeRoot() {
  const container = document.body.appendChild(document.createElement('div'));
  return { container, root: createRoot(container) };
}

/**
 * Shows an island, or updates the one shown as its parent would. Resolves when its effects, and what they have
 * scheduled, have run.
 */
export async function showIsland(island: ReactNode): Promise<void> {
  const { root } = (shown ??= makeRoot());
  flushSync(() => root.render(island));
  await scheduler.postTask(() => undefined);
}

/** Removes the island, as leaving the page does. */
export function removeIsland(): void {
  shown?.root.unmount();
  shown?.container.remove();
  shown = undefined;
}
