import type { run } from 'axe-core';
import { expect } from 'vitest';
import { page as browser } from 'vitest/browser';
import axeSource from '../../../node_modules/axe-core/axe.min.js?raw';

/** Accessibility checks of a single island, in its own theme; the journeys check the page around it. */

interface Axe {
  run: typeof run;
}

/** Rules for whole pages: an island alone has no landmarks, and its headings continue those of the page. */
const pageRules = [
  'region',
  'landmark-one-main',
  'page-has-heading-one',
  'heading-order',
  'document-title',
  'html-has-lang',
];

/** axe is not a module: run as a script, it sets a global on the window. */
function readAxe(): Axe {
  const known = (window as { axe?: Axe }).axe;
  if (known) return known;
  const script = document.createElement('script');
  script.textContent = axeSource;
  document.head.append(script);
  return (window as unknown as { axe: Axe }).axe;
}

/**
 * Expects no axe faults on the island, or in the part that a selector names; each fault is reported with its location.
 * `isWholePage`: see `ScreenOptions`.
 */
export async function expectNoFaults(part = 'body', { isWholePage = false } = {}): Promise<void> {
  const finiteAnimations = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(finiteAnimations.map(({ finished }) => finished));
  const left = pageRules.filter((id) => !isWholePage || id !== 'heading-order');
  const rules = Object.fromEntries(left.map((id) => [id, { enabled: false }]));
  const { violations } = await readAxe().run(part, { resultTypes: ['violations'], rules });
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))).toEqual([]);
}

/** Expects that nothing makes the page wider than the screen. */
export async function expectNoHorizontalScroll(): Promise<void> {
  const { documentElement: root } = document;
  await expect.poll(() => root.scrollWidth - root.clientWidth).toBe(0);
}

interface ScreenOptions {
  widths?: readonly number[];
  /** Whether the island contains the page's heading, so that its heading levels must be in order. */
  isWholePage?: true;
}

/**
 * Expects no faults on the screen in both themes, at each width: by default a desktop, a phone and the narrowest phone.
 */
export async function expectAccessible({ widths = [1440, 360, 320], ...page }: ScreenOptions = {}): Promise<void> {
  const { dataset } = document.documentElement;
  for (const width of widths) {
    await browser.viewport(width, 800);
    await expectNoHorizontalScroll();
    for (const theme of ['light', 'dark']) {
      dataset['theme'] = theme;
      await expectNoFaults('body', page);
    }
    delete dataset['theme'];
  }
}
