import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { elementsIn, mainOf, textsIn } from '../../support/site/read-html.ts';
import type { EditedContent } from '../../support/small-content.ts';
import { copySmallContent } from '../../support/small-content.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/** The markup of the blocks for marketing, on the built site with content of its own. */

let content: EditedContent;
let dataDir: string;
let shop: TestApp;

const pages = {
  film: `title: Film
blocks:
  - { kind: video, title: How it works, address: 'https://youtu.be/PHe0bXAIuk0' }
  - { kind: video, title: Our office, address: 'https://cdn.example.com/office.mp4' }
`,
  prices: `title: Prices
blocks:
  - kind: rich-text
    markdown: |
      One euro is {{price:EURUSD}}, and this {{price:NOPE}}.

      | Asset | Price |
      |---|--:|
      | Gold | {{price:XAUUSD}} |
`,
  compared: `title: Compared
blocks:
  - kind: table
    title: Costs
    caption: As of today
    columns: [{ title: Asset }, { title: Spread, isNumber: true }]
    rows: [{ cells: [Gold, '0.8'] }, { cells: [Oil] }]
  - { kind: callout, tone: risk, title: Careful, html: '<p>You can lose.</p>' }
  - { kind: callout, tone: tip, html: '<p>You can wait.</p>' }
  - kind: account-levels
    title: Levels
    levels:
      - { name: One, from: €250 }
      - { name: Two, isPopular: true, href: { label: Ask us, href: /about } }
    rows: [{ label: Phone, values: ['–', yes] }, { label: Spread, values: ['0.8', '0.8'] }]
`,
  offers: `title: Offers
blocks:
  - { kind: campaign-banner, text: For all, tone: plain, href: { label: About us, href: /about } }
  - { kind: campaign-banner, text: Nur auf Deutsch, tone: plain, languages: [de] }
  - { kind: campaign-banner, text: Over, tone: plain, until: '2026-11-20' }
  - { kind: campaign-banner, text: Not yet, tone: plain, from: '2026-11-22' }
  - { kind: campaign-banner, text: This day, tone: plain, from: '2026-11-21', until: '2026-11-21' }
  - { kind: campaign-banner, text: For Austria, tone: brand, countries: [AT, DE], isDismissible: true }
  - { kind: campaign-banner, text: Not for Spain, tone: brand, exceptCountries: [ES] }
`,
};

beforeAll(async () => {
  content = await copySmallContent();
  dataDir = await mkdtemp(join(tmpdir(), 'marketing-'));
  for (const [slug, text] of Object.entries(pages)) {
    await mkdir(join(content.folder, 'pages', slug));
    await content.write(`pages/${slug}/en.yaml`, text);
  }
  const runtime = createTestRuntime({ startMs: Date.parse('2026-11-21T12:00:00Z') });
  shop = await createTestApp({ runtime, distDir: 'dist', env: { CONTENT_DIR: content.folder, DATA_DIR: dataDir } });
}, 120_000);
afterAll(async () => {
  await shop.close();
  await Promise.all([content.discard(), rm(dataDir, { recursive: true })]);
});

const read = async (path: string) => {
  const answer = await fetch(shop.url + path, { headers: { accept: 'text/html' } });
  const text = await answer.text();
  return { main: mainOf(text), policy: answer.headers.get('content-security-policy') ?? '' };
};

test('a video loads nothing before it is played, says who is told, and is a link without scripts', async () => {
  const { main, policy } = await read('/film');
  expect(elementsIn(main, 'iframe')).toEqual([]);
  const [link] = elementsIn(main, 'a').filter(({ href }) => href?.includes('youtube'));
  expect(link).toMatchObject({ href: 'https://www.youtube.com/watch?v=PHe0bXAIuk0', 'data-title': 'How it works' });
  expect(link?.['data-player']).toContain('https://www.youtube-nocookie.com/embed/PHe0bXAIuk0?');
  expect(main).toContain('Plays from YouTube, which then receives your IP address.');
  const [file] = elementsIn(main, 'video');
  expect(file).toMatchObject({
    src: 'https://cdn.example.com/office.mp4',
    preload: 'none',
    'aria-label': 'Our office',
  });
  expect(main).toContain('Plays from cdn.example.com, which then receives your IP address.');
  expect(policy).toContain('frame-src https://www.youtube-nocookie.com;');
  expect(policy).toContain("media-src 'self' https://cdn.example.com;");
});

test('a page without a video may frame nothing', async () => {
  const { policy } = await read('/compared');
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/frame-src|media-src|youtube/);
});

test('a price in a text is an empty place that a script fills, with a note of its own', async () => {
  const { main } = await read('/prices');
  expect(elementsIn(main, 'span').flatMap((span) => span['data-symbol'] ?? [])).toEqual(['EURUSD', 'XAUUSD']);
  expect(textsIn(main, 'p')[0]).toBe('One euro is – price not available , and this – price not available .');
  expect(elementsIn(main, 'div').filter((one) => 'data-markets' in one)).toMatchObject([{ 'data-live': 'loading' }]);
  expect(main).toContain('Simulated prices');
  expect(main).not.toContain('aria-live');
  expect(elementsIn(main, 'td').map(({ align }) => align)).toEqual([undefined, 'right']);
});

test('an unknown symbol is reported once, with its page', () => {
  const told = shop.log.filter(({ msg }) => msg === 'the content has a fault to correct');
  expect(told).toMatchObject([
    { path: 'pages/prices/en blocks[0]', content: 'there is no asset called “NOPE”: its price stays empty' },
  ]);
});

test('a table has headers for its columns and rows, and can be scrolled by keyboard', async () => {
  const { main } = await read('/compared');
  const [region] = elementsIn(main, 'div').filter(({ 'aria-label': label }) => label === 'Costs');
  expect(region).toMatchObject({ role: 'region', tabindex: '0' });
  const table = /<table(?! role).*?<\/table>/s.exec(main)?.[0] ?? '';
  expect(textsIn(table, 'caption')).toEqual(['As of today']);
  expect(textsIn(table, 'th')).toEqual(['Asset', 'Spread', 'Gold', 'Oil']);
  expect(elementsIn(table, 'th').map(({ scope }) => scope)).toEqual(['col', 'col', 'row', 'row']);
  expect(textsIn(table, 'td')).toEqual(['0.8', '']);
  expect(elementsIn(table, 'td').every(({ class: name }) => name?.includes('number'))).toBe(true);
});

test('a callout names its tone, also beside a title', async () => {
  const { main } = await read('/compared');
  const notes = elementsIn(main, 'div').filter(({ role }) => role === 'note');
  expect(notes.map((note) => note['aria-label'])).toEqual(['Careful', 'Tip']);
  expect(textsIn(main, 'p')).toEqual(expect.arrayContaining(['Risk Careful', 'You can lose.', 'Tip', 'You can wait.']));
});

test('levels are one table for every width, whose marks are words for screen readers', async () => {
  const { main } = await read('/compared');
  const table = /<table role="table".*<\/table>/s.exec(main)?.[0] ?? '';
  expect(textsIn(table, 'th')).toEqual(['One €250', 'Two Most common', 'Phone', 'Spread', 'Next step']);
  expect(textsIn(table, 'td')).toEqual([
    '',
    'Phone – Not included',
    'Phone Included',
    'Spread 0.8 at every level',
    '',
    'Ask us',
  ]);
  expect(elementsIn(table, 'tr').every(({ role }) => role === 'row')).toBe(true);
  expect(elementsIn(table, 'a')).toMatchObject([{ href: '/about' }]);
});

test('a banner is a part of the page in its languages and on its days, and needs no script', async () => {
  const texts = async (path: string) => textsIn((await read(path)).main, 'p');
  expect(await texts('/offers')).toEqual(['For all About us', 'This day', 'For Austria', 'Not for Spain']);
  expect(await texts('/de/offers')).toContain('Nur auf Deutsch');
});

test('a banner for some visitors is hidden until a script shows it', async () => {
  const { main } = await read('/offers');
  const late = elementsIn(main, 'div').filter((one) => 'data-banner' in one);
  expect(late).toMatchObject([
    { role: 'region', 'aria-label': 'Announcement', 'data-only': 'AT DE', 'data-except': '', hidden: '' },
    { 'data-only': '', 'data-except': 'ES', hidden: '' },
  ]);
  // Each lies over the page, so each can be closed.
  expect(elementsIn(main, 'button').map((button) => button['aria-label'])).toEqual(['Close', 'Close']);
  expect(new Set(late.map((one) => one['data-banner'])).size).toBe(2);
});
