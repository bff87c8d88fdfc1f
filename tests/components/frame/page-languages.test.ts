import { describe, expect, test } from 'vitest';
import type { Locale } from '../../../src/brand.ts';
import { pageLanguages, searchFacts } from '../../../src/components/frame/page-languages.ts';

const about = {
  ...{ slug: 'about', slugs: { de: 'ueber-uns' } },
  texts: { en: { title: 'About', blocks: [] }, de: { blocks: [] }, it: { title: 'Chi siamo' } },
};
const column = <Key extends 'path' | 'start' | 'isTranslated' | 'name'>(
  languages: ReturnType<typeof pageLanguages>,
  key: Key,
) => languages.map((one) => one[key]);

test('a page of content has an address of its own in each language', () => {
  const languages = pageLanguages('/de/ueber-uns', about);
  expect(column(languages, 'path')).toEqual(['/about', '/de/ueber-uns', '/it/about', '/es/about']);
  expect(column(languages, 'start')).toEqual(column(languages, 'path'));
  expect(column(languages, 'isTranslated')).toEqual([true, true, false, false]);
});

test('a page of the application has one name behind the language', () => {
  const languages = pageLanguages('/it/platform/ETHUSD');
  expect(column(languages, 'path')).toEqual([
    ...['/platform/ETHUSD', '/de/platform/ETHUSD', '/it/platform/ETHUSD', '/es/platform/ETHUSD'],
  ]);
  expect(column(languages, 'start')).toEqual(['', '/de', '/it', '/es']);
});

test('a page that there is not leads home in the other languages', () => {
  for (const path of ['/de/_unknown', '/de/_fault'])
    expect(column(pageLanguages(path), 'path'), path).toEqual(['/', '/de', '/it', '/es']);
});

test('a language calls itself by its own name', () => {
  expect(column(pageLanguages('/'), 'name')).toEqual(['English', 'Deutsch', 'Italiano', 'Español']);
});

describe('search engines', () => {
  const factsOf = (locale: Locale) => searchFacts(pageLanguages('/about', about), locale);

  test('are told of a page in the languages that the brand offers and that it is written in', () => {
    const german = factsOf('de');
    expect(german).toMatchObject({ isListed: true, canonical: '/de/ueber-uns' });
    expect(german.alternates.map(({ path }) => path)).toEqual(['/about', '/de/ueber-uns']);
  });

  test('are led to the fallback from a page that shows its text', () => {
    const english = pageLanguages('/de/about', { ...about, texts: { en: about.texts.en } });
    const facts = searchFacts(english, 'de');
    expect(facts).toMatchObject({ isListed: true, canonical: '/about' });
    expect(facts.alternates.map(({ path }) => path)).toEqual(['/about']);
  });

  test('are told of no page in a language that the brand does not offer', () => {
    expect(factsOf('it')).toMatchObject({ isListed: false, alternates: [] });
  });
});
