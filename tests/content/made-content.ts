import type { ContentSource } from '../../src/content/content-source.ts';
import type { Block } from '../../src/content/model/blocks.ts';
import type { Page, SiteContent } from '../../src/content/model/site-content.ts';

/** Minimal content that satisfies the model. */

export function pageOf(slug: string, blocks: Block[], more: Partial<Page> = {}): Page {
  return { slug, slugs: {}, isHidden: false, texts: { en: { title: slug, blocks } }, ...more };
}

export function contentOf(pages: Page[]): SiteContent {
  const contact = { company: 'Example Ltd', address: [] };
  const texts = { copyright: '©', tagline: 'A broker.', riskTitle: 'Risk', riskText: 'Risk.', popups: [], contact };
  return { pages, settings: { texts: { en: texts }, profiles: [] }, calendar: [] };
}

export function sourceOf(pages: Page[], pictures: Readonly<Record<string, Uint8Array>> = {}): ContentSource {
  return {
    name: 'made',
    load: () => Promise.resolve(contentOf(pages)),
    loadDraft: (slug) => Promise.resolve(pages.find((page) => page.slug === slug) ?? null),
    loadPicture: (src) => Promise.resolve(pictures[src] ? { bytes: pictures[src] } : null),
  };
}
