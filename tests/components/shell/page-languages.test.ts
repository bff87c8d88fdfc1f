import { describe, expect, test } from 'vitest';
import type { Locale } from '../../../src/brand.ts';
import { pageLanguages, searchFacts } from '../../../src/components/shell/page-languages.ts';

const about = {
  ...{ slug: 'about', slugs: { de: 'ueber-uns' } },
  texts: { en: { title: 'About', blocks: [] }, de: { blocks: [] }, it: { title: 'Chi siamo' } },
};
const column = <Key extends 'path' | 'start' | 'isTranslated' | 'name'>(
  languages: ReturnType<typeof pageLanguages>,
  key: Key,
) => languages.map((one) => one[key]);

test('a content page has its own address in each language', () => {
  const languages = pageLanguages('/de/ueber-uns', about);
  expect(column(languages, 'path')).toEqual(['/about', '/de/ueber-uns', '/it/about', '/es/about']);
  expect(column(languages, 'start')).toEqual(column(languages, 'path'));
  expect(column(languages, 'isTranslated')).toEqual([true, true, false, false]);
});

test('an application page has one name after the language', () => {
  const languages = pageLanguages('/it/platform/ETHUSD');
  expect(column(languages, 'path')).toEqual([
    ...['/platform/ETHUSD', '/de/platform/ETHUSD', '/it/platform/ETHUSD', '/es/platform/ETHUSD'],
  ]);
  expect(column(languages, 'start')).toEqual(['', '/de', '/it', '/es']);
});

test('a missing page links to the home page in the other languages', () => {
  for (const path of ['/de/_unknown', '/de/_fault'])
    expect(column(pageLanguages(path), 'path'), path).toEqual(['/', '/de', '/it', '/es']);
});

test('a language calls itself by its own name', () => {
  expect(column(pageLanguages('/'), 'name')).toEqual(['English', 'Deutsch', 'Italiano', 'Español']);
});

describe('search engines', () => {
  const factsOf = (locale: Locale) => searchFacts(pageLanguages('/about', about), locale);

  test('see a page in the languages that the brand offers and that it is written in', () => {
    const german = factsOf('de');
    expect(german).toMatchObject({ isListed: true, canonical: '/de/ueber-uns' });
    expect(german.alternates.map(({ path }) => path)).toEqual(['/about', '/de/ueber-uns']);
  });

  test('are referred to the fallback by a page that shows its text', () => {
    const english = pageLanguages('/de/about', { ...about, texts: { en: about.texts.en } });
    const facts = searchFacts(english, 'de');
    expect(facts).toMatchObject({ isListed: true, canonical: '/about' });
    expect(facts.alternates.map(({ path }) => path)).toEqual(['/about']);
  });

  test('do not see pages in a language that the brand does not offer', () => {
    expect(factsOf('it')).toMatchObject({ isListed: false, alternates: [] });
  });
});
