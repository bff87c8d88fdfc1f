import { describe, expect, it } from 'vitest';
import { locales } from '../../../src/brand.ts';
import { findPage, pageIn } from '../../../src/content/localise.ts';
import type { MadeSite } from '../../support/cockpit/made-site.ts';
import { startMadeV1, startMadeV2 } from '../../support/cockpit/made-site.ts';

/** What only one version of Cockpit does. */

let site: MadeSite;

describe('the cockpit v1 source', () => {
  it('asks once for all languages, for what is published alone, and for no links', async () => {
    site = await startMadeV1();
    await site.source.load();
    const asked = (site.cockpit?.calls ?? []).map(({ call, body }) => [call, body] as const);
    const body = { filter: { published: true }, simple: 1, sort: { order: 1 } };
    expect(asked.sort()).toEqual([
      ['GET /api/singletons/get/Settings', undefined],
      ['POST /api/collections/get/calendar', body],
      ['POST /api/collections/get/pages', body],
    ]);
    await site.close();
  });

  it('takes a stored empty list for a translation, null and an empty text not', async () => {
    site = await startMadeV1();
    const { pages } = await site.source.load();
    const terms = findPage(pages, 'terms-conditions', 'de');
    expect(terms?.texts.en.blocks.map(({ kind }) => kind)).toEqual(['rich-text', 'faq']);
    expect(terms && pageIn(terms, 'de').blocks.map(({ kind }) => kind)).toEqual(['rich-text']);
    expect(terms && pageIn(terms, 'de').title).toBe('Terms');
    await site.close();
  });

  it('looks again at what it was given as published', async () => {
    site = await startMadeV1();
    const pages = site.cockpit?.state.collections['pages'] ?? [];
    // The server counts this text as a yes.
    for (const page of pages) if (page['_id'] === 'b5') page['published'] = 'false';
    expect((await site.source.load()).pages.map(({ slug }) => slug)).not.toContain('draft-page');
    await site.close();
  });
});

describe('the cockpit v2 source', () => {
  it('asks once for each language', async () => {
    site = await startMadeV2();
    await site.source.load();
    expect(site.cockpit?.calls.map(({ call }) => call)).toEqual(locales.map(() => 'GET /api/content/items'));
    await site.close();
  });

  it('falls back from a list that was not translated, which comes as an empty one', async () => {
    site = await startMadeV2();
    const { pages } = await site.source.load();
    const terms = findPage(pages, 'terms-conditions', 'de');
    expect(terms && pageIn(terms, 'de').blocks.map(({ kind }) => kind)).toEqual(['rich-text', 'faq']);
    await site.close();
  });

  it('is unavailable where the key may not read a model', async () => {
    site = await startMadeV2();
    Object.assign(site.cockpit?.state ?? {}, { singletons: {} });
    await expect(site.source.load()).rejects.toThrow('without the model Settings');
    await site.close();
  });
});
