import { describe, expect, it, test } from 'vitest';
import { checkContent, wordsOf } from '../../src/content/check-content.ts';
import { slug } from '../../src/content/model/parts.ts';
import { createLocalSource } from '../../src/content/sources/local-source.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySmallContent } from '../support/small-content.ts';
import { mergedOf } from './made-content.ts';

const wordsFor = (name: string) => {
  const checked = checkContent(slug, name, 'pages/x', 'slug');
  return checked.ok ? [] : checked.faults.map(wordsOf);
};

describe('a slug', () => {
  it.each(['about', 'guides/forex', 'a/b/c/d', 'guides/api', 'guides/de', '2026/q1-report'])('may be %s', (name) => {
    expect(wordsFor(name)).toEqual([]);
  });

  it.each([
    ...['', '/', '/about', 'about/', 'a//b', 'a/b/c/d/e', 'a/../b', '..', './a', 'a/./b', 'A', 'guides/Forex', 'a b'],
    ...[
      'a_b',
      'a-',
      '-a',
      'a--b',
      'a/-b',
      'a\\b',
      'a%2fb',
      'ä',
      'a.html',
      'a?b',
      'x'.repeat(161),
      'index',
      'guides/index',
    ],
  ])('may not be %j', (name) => {
    expect(wordsFor(name).length).toBeGreaterThan(0);
  });

  it.each(['autologin', 'login', 'platform', 'api', 'preview', 'content-status', 'pictures', 'api/docs'])(
    'may not begin with a segment of the application: %s',
    (name) => {
      const [first] = name.split('/');
      expect(wordsFor(name)).toEqual([
        `slug: must be another name, such as about-${name}, because /${first} belongs to the application, but it holds "${name}"`,
      ]);
      expect(wordsFor(`about-${name}`)).toEqual([]);
    },
  );

  it.each(['de', 'en', 'it/forex'])('may not begin with a language: %s', (name) => {
    const [first] = name.split('/');
    expect(wordsFor(name)).toEqual([
      `slug: must be another name, such as about-${name}, because /${first} is where a language begins, but it holds "${name}"`,
    ]);
  });
});

test('a folder in a folder is a page with both names, beside the page above it', async () => {
  const content = await copySmallContent();
  for (const folder of ['guides/forex', 'guides/forex/basics', 'deep/a/b/c/d']) {
    await mkdir(join(content.folder, 'pages', folder), { recursive: true });
    if (folder !== 'guides/forex')
      await writeFile(join(content.folder, 'pages', folder, 'en.yaml'), 'title: A\nblocks: []\n');
  }
  await content.write('pages/guides/en.yaml', 'title: Guides\nblocks: []\n');
  const { content: site, refused } = await mergedOf(createLocalSource(content.folder));
  expect(site.pages.map(({ slug: name }) => name)).toEqual(['about', 'guides', 'guides/forex/basics', 'home']);
  expect(refused.map(({ path }) => path)).toEqual(['pages/deep/a/b/c/d']);
  await content.discard();
});
