import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import { findPage } from '../../../src/content/localise.ts';
import { mergedOf } from '../made-content.ts';
import { wordsOf } from '../../../src/content/check-content.ts';
import { loadWhole, mergeContent } from '../../../src/content/pull/merge-content.ts';
import type { MadeSite } from '../../support/cockpit/made-site.ts';
import { startMadeV1, startMadeV2 } from '../../support/cockpit/made-site.ts';

/** Tests what editors can do to a CMS without breaking the site. */

let site: MadeSite;

describe.each([
  ['cockpit v1', startMadeV1],
  ['cockpit v2', startMadeV2],
] as const)('the %s source', (name, start) => {
  beforeEach(async () => {
    site = await start();
  });
  afterEach(() => site.close());

  it('lets no other page have the slug home in any language', async () => {
    const pages = site.cockpit?.state.collections['pages'] ?? [];
    const field = name === 'cockpit v1' ? 'title_de_slug' : 'title_slug_de';
    Object.assign(pages.find(({ _id }) => _id === 'b2') ?? {}, { [field]: 'home' });
    const { content, warnings } = await mergedOf(site.source);
    expect(findPage(content.pages, 'home', 'de')?.slug).toBe('home');
    expect(findPage(content.pages, 'about', 'de')?.slugs).toEqual({});
    expect(warnings.map(({ text }) => text)).toContain(
      'the page about is called home in de, as the home page is: it is shown there by its own name',
    );
  });

  it('has no events without a calendar, and says so', async () => {
    delete site.cockpit?.state.collections['calendar'];
    const { content, warnings } = await mergedOf(site.source);
    expect(content.calendar).toEqual([]);
    expect(content.pages).toHaveLength(4);
    expect(warnings.map(({ text }) => text)).toContain(
      'there is no calendar that the key may read: the site has no events',
    );
  });

  it('is unavailable without the pages', async () => {
    delete site.cockpit?.state.collections['pages'];
    await expect(loadWhole(site.source)).rejects.toThrow(ContentUnavailable);
  });

  it('keeps the settings while they cannot be read; version 2, which gives out all in one call, is unavailable', async () => {
    const { state } = site.cockpit!;
    const before = await mergedOf(site.source);
    delete state.singletons['Settings'];
    for (const page of state.collections['pages'] ?? []) if (page['_id'] === 'b3') page['title'] = 'Edited';
    const reading = site.source.load();
    if (name === 'cockpit v2') return expect(reading).rejects.toThrow(ContentUnavailable);
    const merged = mergeContent(await reading, before.kept, 1);
    if (!merged.ok) throw new Error(JSON.stringify(merged.faults));
    expect(merged.content.settings).toEqual(before.content.settings);
    expect(merged.content.pages.find(({ slug }) => slug === 'terms-conditions')?.texts.en.title).toBe('Edited');
    expect(merged.refused.map(({ key, faults }) => [key, faults.map(wordsOf)])).toEqual([
      ['settings', ['must be given out by the CMS, but it is /api/singletons/get/Settings answered 404']],
    ]);
  });
});
