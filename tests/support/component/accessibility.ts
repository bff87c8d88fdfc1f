import type { run } from 'axe-core';
import { expect } from 'vitest';
import { page as browser } from 'vitest/browser';
import axeSource from '../../../node_modules/axe-core/axe.min.js?raw';

/** What hinders somebody on an island alone, in its own theme; the page around it is the journeys' to judge. */

interface Axe {
  run: typeof run;
}

/** Of whole pages: an island alone has no landmarks, and its headings begin where the page's end. */
const ofPages = [
  'region',
  'landmark-one-main',
  'page-has-heading-one',
  'heading-order',
  'document-title',
  'html-has-lang',
];

/** It is no module: run as a script it leaves itself on the window. */
function readAxe(): Axe {
  const known = (window as { axe?: Axe }).axe;
  if (known) return known;
  const script = document.createElement('script');
  script.textContent = axeSource;
  document.head.append(script);
  return (window as unknown as { axe: Axe }).axe;
}

/**
 * Nothing on the island, or in the part of it that a selector names, hinders anybody: by axe, each fault with where it
 * is. `isWholePage`: as below.
 */
export async function expectNoFaults(part = 'body', { isWholePage = false } = {}): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const left = ofPages.filter((id) => !isWholePage || id !== 'heading-order');
  const rules = Object.fromEntries(left.map((id) => [id, { enabled: false }]));
  const { violations } = await readAxe().run(part, { resultTypes: ['violations'], rules });
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))).toEqual([]);
}

/** Nothing on it makes the page wider than the screen. */
export async function expectNoSideways(): Promise<void> {
  const { documentElement: root } = document;
  await expect.poll(() => root.scrollWidth - root.clientWidth).toBe(0);
}

interface Looking {
  widths?: readonly number[];
  /** The island has the heading of the page: those below it are in order. */
  isWholePage?: true;
}

/** What is shown hinders nobody as it stands: in both themes, on a wide screen, on a phone and on the narrowest. */
export async function expectNobodyHindered({ widths = [1440, 360, 320], ...page }: Looking = {}): Promise<void> {
  const { dataset } = document.documentElement;
  for (const width of widths) {
    await browser.viewport(width, 800);
    await expectNoSideways();
    for (const theme of ['light', 'dark']) {
      dataset['theme'] = theme;
      await expectNoFaults('body', page);
    }
    delete dataset['theme'];
  }
}
