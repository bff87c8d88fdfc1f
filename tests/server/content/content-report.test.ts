import { describe, expect, test } from 'vitest';
import { editUrlOf, reportContent } from '../../../src/server/content/content-report.ts';
import type { NotedPull } from '../../../src/server/content/content-status.ts';
import { noChanges, noStatus } from '../../../src/server/content/content-status.ts';
import { contentOf, pageOf } from '../../content/made-content.ts';

const cms = { url: 'https://cms.example.com/cms', token: 'not shown', version: 1 } as const;

describe('the address of an entry', () => {
  test.each([
    ['pages/5f', '/collections/entry/pages/5f', '/content/collection/item/pages/5f'],
    ['calendar/rates', '/collections/entries/calendar', '/content/collection/items/calendar'],
    ['settings/de/popups/news', '/singletons/form/Settings', '/content/singleton/item/Settings'],
  ])('of %s leads to its form or list in Cockpit', (key, v1, v2) => {
    expect(editUrlOf(cms, key)).toBe(`${cms.url}${v1}`);
    expect(editUrlOf({ ...cms, version: 2 }, key)).toBe(`${cms.url}${v2}`);
    expect(editUrlOf(null, key)).toBeNull();
    expect(editUrlOf({ ...cms, version: null, pictureOrigins: [] }, key)).toBeNull();
  });
});

describe('the pulls', () => {
  const pull = (at: number, more: Partial<NotedPull> = {}): NotedPull => {
    return { at, outcome: 'fresh', reason: null, changes: noChanges, ...more };
  };
  const reported = (pulls: NotedPull[]) =>
    reportContent({
      ...{ status: { ...noStatus, pulls }, content: contentOf([pageOf('home', [])]) },
      ...{ source: 'cockpit v1 at https://cms.example.com', cms, now: new Date(9_000) },
      ...{ refusedBefore: null, unrendered: [] },
    }).pulls;

  test('that changed nothing are one entry; the others say what they did', () => {
    const changed = pull(2, { changes: { published: 2, removed: 1 } });
    expect(reported([pull(5), pull(4), changed, pull(1)])).toEqual([
      { from: new Date(4), until: new Date(5), count: 2, isGood: true, words: 'Everything is published.' },
      {
        ...{ from: new Date(2), until: new Date(2), count: 1, isGood: true },
        words: 'Everything is published. 2 entries published anew, 1 entry taken offline.',
      },
      { from: new Date(1), until: new Date(1), count: 1, isGood: true, words: 'Everything is published.' },
    ]);
  });

  test('that failed say why', () => {
    const silent = pull(1, { outcome: 'unavailable', reason: 'https://cms.example.com answered 503' });
    expect(reported([silent])).toMatchObject([
      { isGood: false, words: expect.stringMatching(/stays as it is: .* answered 503$/) as string },
    ]);
  });
});
