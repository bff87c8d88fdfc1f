import { describe, expect, it } from 'vitest';
import { locales } from '../../../src/brand.ts';
import { findPage, pageIn } from '../../../src/content/localise.ts';
import { loadWhole } from '../../../src/content/pull/merge-content.ts';
import type { MadeSite } from '../../support/cockpit/made-site.ts';
import { startMadeV1, startMadeV2 } from '../../support/cockpit/made-site.ts';

/** Tests behaviour that only one version of Cockpit has. */

let site: MadeSite;

describe('the cockpit v1 source', () => {
  it('sends one request for all languages, for published entries only, and without links', async () => {
    site = await startMadeV1();
    await loadWhole(site.source);
    const asked = (site.cockpit?.calls ?? []).map(({ call, body }) => [call, body] as const);
    const body = { filter: { published: true }, simple: 1, sort: { order: 1 } };
    expect(asked.sort()).toEqual([
      ['GET /api/singletons/get/Settings', undefined],
      ['POST /api/collections/get/calendar', body],
      ['POST /api/collections/get/pages', body],
      ['POST /api/collections/get/redirects', body],
    ]);
    await site.close();
  });

  it('treats a stored empty list as a translation, but not null or an empty text', async () => {
    site = await startMadeV1();
    const { pages } = await loadWhole(site.source);
    const terms = findPage(pages, 'terms-conditions', 'de');
    expect(terms?.texts.en.blocks.map(({ kind }) => kind)).toEqual(['rich-text', 'faq']);
    expect(terms && pageIn(terms, 'de').blocks.map(({ kind }) => kind)).toEqual(['rich-text']);
    expect(terms && pageIn(terms, 'de').title).toBe('Terms');
    await site.close();
  });

  it('checks itself whether entries are published', async () => {
    site = await startMadeV1();
    const pages = site.cockpit?.state.collections['pages'] ?? [];
    // Cockpit treats this text as true.
    for (const page of pages) if (page['_id'] === 'b5') page['published'] = 'false';
    expect((await loadWhole(site.source)).pages.map(({ slug }) => slug)).not.toContain('draft-page');
    await site.close();
  });
});

describe('the cockpit v2 source', () => {
  it('sends one request for each language', async () => {
    site = await startMadeV2();
    await loadWhole(site.source);
    expect(site.cockpit?.calls.map(({ call }) => call)).toEqual(locales.map(() => 'GET /api/content/items'));
    await site.close();
  });

  it('falls back from an untranslated list, which arrives empty', async () => {
    site = await startMadeV2();
    const { pages } = await loadWhole(site.source);
    const terms = findPage(pages, 'terms-conditions', 'de');
    expect(terms && pageIn(terms, 'de').blocks.map(({ kind }) => kind)).toEqual(['rich-text', 'faq']);
    await site.close();
  });

  it('is unavailable if the key may not read a model', async () => {
    site = await startMadeV2();
    Object.assign(site.cockpit?.state ?? {}, { singletons: {} });
    await expect(loadWhole(site.source)).rejects.toThrow('without the model Settings');
    await site.close();
  });
});
