import { expect, test } from 'vitest';
import { pageLanguages } from '../../../src/components/frame/page-languages.ts';

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
  expect(column(pageLanguages('/de/_unknown'), 'path')).toEqual(['/', '/de', '/it', '/es']);
});

test('a language calls itself by its own name', () => {
  expect(column(pageLanguages('/'), 'name')).toEqual(['English', 'Deutsch', 'Italiano', 'Español']);
});
