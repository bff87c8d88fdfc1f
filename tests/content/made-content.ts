import type { Switches } from '../../src/brand.ts';
import { defaultSwitches } from '../../src/brand.ts';
import type { ContentSource, PulledContent } from '../../src/content/content-source.ts';
import { ContentInvalid } from '../../src/content/content-source.ts';
import type { SiteFacts } from '../../src/content/site-facts.ts';
import type { SiteQuestions } from '../../src/content/site-questions.ts';
import { createAskableSite } from '../../src/content/site-questions.ts';
import type { Block } from '../../src/content/model/blocks.ts';
import type { Page, SiteContent } from '../../src/content/model/site-content.ts';
import { partsOfContent } from '../../src/content/pull/kept-content.ts';
import type { MergedContent } from '../../src/content/pull/merge-content.ts';
import { mergeContent } from '../../src/content/pull/merge-content.ts';

/** Minimal content that satisfies the model. */

export function pageOf(slug: string, blocks: Block[], more: Partial<Page> = {}): Page {
  return { slug, slugs: {}, isHidden: false, texts: { en: { title: slug, blocks } }, ...more };
}

export function contentOf(pages: Page[]): SiteContent {
  const contact = { company: 'Example Ltd', address: [] };
  const texts = { copyright: '©', tagline: 'A broker.', riskTitle: 'Risk', riskText: 'Risk.', popups: [], contact };
  return { pages, settings: { texts: { en: texts }, profiles: [] }, calendar: [], redirects: [] };
}

/** Content as a source without faults gives it. */
export function pulledOf(content: SiteContent): PulledContent {
  const parts = partsOfContent(content).map(([key, value]) => ({ ok: true as const, key, path: key, value }));
  return { parts, warnings: [] };
}

/** What a source has now, without anything published before. Throws if there is no site to show. */
export async function mergedOf(source: Pick<ContentSource, 'load'>): Promise<MergedContent> {
  const merged = mergeContent(await source.load(), null, 0);
  if (!merged.ok) throw new ContentInvalid(merged.faults);
  return merged;
}

/** The facts from which pages of some content are rendered. */
export function factsOf(content: SiteContent): SiteFacts {
  const settings = { recaptchaSiteKey: null, hasDemo: false, sessionIdleMs: 1_200_000 };
  return { content, origin: 'https://example.com', today: new Date('2026-11-21'), assets: ['BTCUSD'], ...settings };
}

/** What a page may ask about some content. */
export function siteOf(content: SiteContent, switches: Switches = defaultSwitches): SiteQuestions {
  return createAskableSite(factsOf(content), switches).questions();
}

/** A source of these pages, and a home page. */
export function sourceOf(pages: Page[], pictures: Readonly<Record<string, Uint8Array>> = {}): ContentSource {
  const hasHome = pages.some(({ slug }) => slug === 'home');
  return {
    name: 'made',
    load: () => Promise.resolve(pulledOf(contentOf(hasHome ? pages : [...pages, pageOf('home', [])]))),
    loadDraft: (slug) => Promise.resolve(pages.find((page) => page.slug === slug) ?? null),
    loadPicture: (src) => Promise.resolve(pictures[src] ? { bytes: pictures[src] } : null),
  };
}
