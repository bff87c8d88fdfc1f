import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentUnavailable } from '../../../src/content/content-source.ts';
import { findPage } from '../../../src/content/localise.ts';
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
    const content = await site.source.load();
    expect(findPage(content.pages, 'home', 'de')?.slug).toBe('home');
    expect(findPage(content.pages, 'about', 'de')?.slugs).toEqual({});
    expect(site.warnings).toEqual([
      'the page about is called home in de, as the home page is: it is shown there by its own name',
    ]);
  });

  it('has no events without a calendar, and says so', async () => {
    delete site.cockpit?.state.collections['calendar'];
    const content = await site.source.load();
    expect(content.calendar).toEqual([]);
    expect(content.pages).toHaveLength(4);
    expect(site.warnings).toEqual([expect.stringMatching(/^there is no (collection|model) calendar/)]);
  });

  it('is unavailable without the pages, or without the settings', async () => {
    const { state } = site.cockpit!;
    const { pages = [] } = state.collections;
    delete state.collections['pages'];
    await expect(site.source.load()).rejects.toThrow(ContentUnavailable);
    state.collections['pages'] = pages;
    delete state.singletons['Settings'];
    await expect(site.source.load()).rejects.toThrow(ContentUnavailable);
  });
});
