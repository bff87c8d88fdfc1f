import { describe, expect, test } from 'vitest';
import type { ContentWarning } from '../../src/content/content-source.ts';
import type { SiteContent } from '../../src/content/model/site-content.ts';
import { nameEntries, reportPages, reportWarnings } from '../../src/content/status-report.ts';
import { contentOf, pageOf } from './made-content.ts';

const live = (content: SiteContent) =>
  content.pages.map(({ slug }, index) => ({ key: `pages/${index}`, slug, since: 1_000 * (index + 1) }));
const editUrlOf = (key: string) => `https://cms.example.com/${key}`;

function warningsOf(content: SiteContent, warnings: readonly ContentWarning[] = []) {
  return reportWarnings(content, warnings, live(content), nameEntries(content, live(content), editUrlOf));
}

const german = { title: 'Über uns', blocks: [] };
const about = pageOf('about', [], { texts: { en: { title: 'About us', blocks: [] }, de: german } });

describe('what to correct', () => {
  test('is said once for each page, with its title, its language and where to edit it', () => {
    const warnings: ContentWarning[] = [
      { kind: 'link', path: 'pages/about', text: 'a link to /gone is left out, because that is not published' },
      { kind: 'block', path: 'pages/about/de blocks[1]', text: 'the block call-to-action is left out' },
      { kind: 'calendar', path: 'calendar', text: 'there is no calendar' },
    ];
    expect(warningsOf(contentOf([about]), warnings)).toEqual([
      {
        ...{ name: 'The page “About us”', editUrl: 'https://cms.example.com/pages/0' },
        texts: [
          'a link to /gone is left out, because that is not published',
          'German: the block call-to-action is left out',
        ],
      },
      { name: 'The calendar', editUrl: 'https://cms.example.com/calendar', texts: ['there is no calendar'] },
    ]);
  });

  test('includes a picture on another site, and says what to do', () => {
    const address = 'https://elsewhere.example/a.png';
    const warnings: ContentWarning[] = [{ kind: 'picture', path: 'pages/about', address, text: 'is not a picture' }];
    expect(warningsOf(contentOf([about]), warnings)[0]?.texts).toEqual([
      `the picture ${address} is on another site and is left out: upload it to the CMS`,
    ]);
  });

  test.each([
    ['no language but English', {}, ['it is not translated into German']],
    ['a title only', { de: { title: 'Über uns' } }, ['it is not translated into German']],
    ['a text only', { de: { blocks: [] } }, ['its text is translated into German, its title is not']],
    ['both', { de: german }, []],
  ])('includes missing translations: %s', (_, more, texts) => {
    const page = pageOf('about', [], { texts: { en: { title: 'About us', blocks: [] }, ...more } });
    expect(warningsOf(contentOf([page])).flatMap((one) => one.texts)).toEqual(texts);
  });

  test('includes texts that search engines cut, of the languages in which the page is written', () => {
    const en = { title: 'T'.repeat(61), description: 'D'.repeat(160), blocks: [] };
    const de = { ...german, seoTitle: 'T'.repeat(60), description: 'D'.repeat(161) };
    const page = pageOf('about', [], { texts: { en, de } });
    expect(warningsOf(contentOf([page]))[0]?.texts).toEqual([
      'English: the title has 61 characters, search engines cut it at about 60',
      'German: the description has 161 characters, search engines cut it at about 160',
    ]);
  });
});

test('pages are listed with their languages, the one that changed last first', () => {
  const content = contentOf([pageOf('home', []), about]);
  const [home, other] = live(content);
  expect(reportPages(content, [{ ...home!, since: null }, other!], editUrlOf)).toEqual([
    {
      ...{ name: 'About us', editUrl: 'https://cms.example.com/pages/1', path: '/about' },
      ...{ since: new Date(2_000), languages: ['en', 'de'] },
    },
    { name: 'home', editUrl: 'https://cms.example.com/pages/0', path: '/', since: null, languages: ['en'] },
  ]);
});
