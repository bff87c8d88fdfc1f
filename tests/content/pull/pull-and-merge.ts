import { expect } from 'vitest';
import type { ContentFault, PulledContent, PulledPart } from '../../../src/content/content-source.ts';
import type { Page } from '../../../src/content/model/site-content.ts';
import type { KeptContent } from '../../../src/content/pull/kept-content.ts';
import type { MergedContent } from '../../../src/content/pull/merge-content.ts';
import { mergeContent } from '../../../src/content/pull/merge-content.ts';
import { contentOf, pageOf, pulledOf } from '../made-content.ts';

/** Pulls and merges of a few pages, in short. */

export const fault: ContentFault = { path: 'pages/x/en title', expected: 'string', found: 'nothing' };

/** Parts by their keys; null is a part that is refused. */
export function pull(parts: Readonly<Record<string, unknown>>, rest = pulledOf(contentOf([])).parts): PulledContent {
  const given = Object.entries(parts).map(([key, value]): PulledPart => {
    return value === null ? { ok: false, key, path: key, faults: [fault] } : { ok: true, key, path: key, value };
  });
  return { parts: [...given, ...rest.filter(({ key }) => !(key in parts))], warnings: [] };
}

export const home = pageOf('home', []);
export const titled = (slug: string, title: string, more: Partial<Page> = {}) =>
  pageOf(slug, [], { texts: { en: { title, blocks: [] } }, ...more });

/** Merges, and merges again, which must change nothing. */
export function merge(pulled: PulledContent, last: KeptContent | null = null, now = 1): MergedContent {
  const merged = mergeContent(pulled, last, now);
  if (!merged.ok) throw new Error(JSON.stringify(merged.faults));
  expect(mergeContent(pulled, merged.kept, now + 1)).toEqual({ ...merged, changes: { published: 0, removed: 0 } });
  return merged;
}

export const titlesOf = ({ content }: MergedContent) =>
  Object.fromEntries(content.pages.map(({ slug, texts }) => [slug, texts.en.title]));

/** A site with three pages, as it is published. */
export const first = merge(
  pull({ 'pages/1': home, 'pages/2': titled('about', 'About'), 'pages/3': titled('terms', 'Terms') }),
);
