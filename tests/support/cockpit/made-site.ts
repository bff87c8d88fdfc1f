import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import type { ContentSource } from '../../../src/content/content-source.ts';
import { createCockpitV1Source } from '../../../src/content/sources/cockpit-v1-source.ts';
import { createCockpitV2Source } from '../../../src/content/sources/cockpit-v2-source.ts';
import { createLocalSource } from '../../../src/content/sources/local-source.ts';
import type { CockpitState, Entry, FakeCockpit } from './fake-cockpit.ts';
import { fakeToken, startFakeCockpitV1 } from './fake-cockpit-v1.ts';
import { startFakeCockpitV2 } from './fake-cockpit-v2.ts';
import { hostile, madeFiles, pictureBytes } from './made-files.ts';

/** One small site, held by each kind of source, for the tests that every source has to pass. */
export interface MadeSite {
  source: ContentSource;
  /** What the source should call itself. */
  name: string;
  /** The address of the only picture, as the source writes it. */
  picture: string;
  /** Writes a page's English title as a list, which the model refuses. */
  breakTitle: () => Promise<void>;
  /** Removes a page. */
  remove: (slug: string) => Promise<void>;
  cockpit?: FakeCockpit;
  close: () => Promise<void>;
}

const upload = '/storage/uploads/2026/11/20/hero_uid_1.png';

const row = (name: string, value: Entry) => ({ field: { name, type: 'set', label: name }, value });
const image = { path: upload, meta: { title: 'Hero', asset: 'a1' } };

/** As Cockpit v1 stores them: the languages of a field side by side. */
const pages: Entry[] = [
  {
    ...{ _id: 'b2', title: 'About us', title_slug: 'about', title_de: 'Über uns', title_de_slug: 'ueber-uns' },
    ...{ published: true, order: 1, seo_title: 'About | Example', seo_title_de: 'Über uns | Example' },
    ...{ seo_description: 'About the company', seo_description_de: '', seo: { noindex: false, og_image: image } },
    content: '<h2>Who we are</h2><p>We build &amp; run a <strong>platform</strong>.</p>',
    content_de: '<h2>Wer wir sind</h2>',
    sections: [
      row('faq', { question: 'Is it safe?', answer: '<p>Trading is risky.</p>' }),
      row('banner', { heading: 'Our office', image }),
    ],
    ...{ sections_de: [row('faq', { question: 'Ist es sicher?', answer: '<p>Handel ist riskant.</p>' })] },
    author: { _id: 'c1', link: 'authors', display: 'Anna Autor' },
  },
  {
    ...{ _id: 'b3', title: 'Terms', title_slug: 'terms-conditions', title_de: null, published: true, order: 2 },
    ...{ content: '<p>Terms in English only.</p>', sections: [row('faq', { question: 'Q?', answer: '<p>A.</p>' })] },
    ...{ sections_de: [], seo_title: null, seo: null },
  },
  {
    ...{ _id: 'b4', title: 'Home', title_slug: 'home', published: true, order: 0 },
    components: [
      { component: 'heading', settings: { id: '', class: '', style: '', text: 'Trade the markets', tag: 'h1' } },
      {
        component: 'section',
        settings: { id: '', class: 'hero', style: '' },
        children: [
          { component: 'button', settings: { text: 'Log in', url: '/login' } },
          { component: 'text', settings: { text: '<p>Forex, stocks, crypto.</p>' } },
          { component: 'image', settings: { image, width: '', height: '' } },
        ],
      },
      { component: 'html', settings: { html: '<div id="widget"></div>' } },
      {
        component: 'call-to-action',
        settings: {
          title: 'Read on',
          actions: [
            row('item', { label: 'About', href: '', page: { _id: 'b2', link: 'pages', display: 'About us' } }),
            row('item', { label: 'Draft', href: null, page: { _id: 'b5', link: 'pages', display: 'Draft page' } }),
            row('item', { label: 'Runs', href: 'javascript:run()' }),
          ],
        },
      },
    ],
    components_de: [{ component: 'heading', settings: { text: 'Handeln Sie an den Märkten', tag: 'h1' } }],
  },
  { ...{ _id: 'b5', title: 'Draft page', title_slug: 'draft-page', published: false }, content: '<p>Not public.</p>' },
  { ...{ _id: 'b6', title: 'Hostile', title_slug: 'hostile', published: true, order: 3 }, content: hostile },
];

const settings: Entry = {
  ...{ footer_copyright: '© {{year}} Example Capital.', payment_title: 'Ways to pay' },
  footer_copyright_de: '© {{year}} Example Capital, alle Rechte vorbehalten.',
  ...{ tagline: 'A broker.', tagline_de: '', risk_title: 'Risk', risk_text: 'You can lose all your money.' },
  popups: [
    row('popup', {
      id: 'risk',
      title: 'Risk warning',
      content: '<p>You can lose <em>all</em>.</p><script>run()</script>',
    }),
    row('popup', { id: 'empty', title: 'Nothing left', content: '<script>run()</script>' }),
  ],
  popups_de: [row('popup', { id: 'risk', title: 'Risikohinweis', content: '<p>Verlust.</p>' })],
  contact: { company: 'Example Capital', address: 'Main Street 1\nBerlin', phone: '+49 30 1', email: null },
  contact_de: { company: '', address: '', hours: 'Montag bis Freitag' },
};

const calendar: Entry[] = [
  {
    ...{ _id: 'e1', id: 'ecb', title: 'ECB rate', title_de: 'EZB-Zins', country: 'EU', importance: '3' },
    ...{ published: true, dates: ['2026-12-17T13:15:00Z'] },
  },
  { ...{ _id: 'e2', id: 'secret', title: 'Secret', country: 'EU', importance: 1, published: false }, time: '10:00' },
];

/** In milliseconds: longer than a busy machine needs to answer. */
const patienceMs = 20_000;

export async function startMadeV1(timeoutMs = patienceMs): Promise<MadeSite> {
  const state = structuredClone({ collections: { pages, calendar }, singletons: { Settings: settings } });
  return onCockpit(
    await startFakeCockpitV1({ ...state, files: { [upload]: pictureBytes } }),
    createCockpitV1Source,
    timeoutMs,
  );
}

export async function startMadeV2(timeoutMs = patienceMs): Promise<MadeSite> {
  const state: Partial<CockpitState> = {
    collections: { pages: pages.map(asV2), calendar: calendar.map(asV2) },
    singletons: { Settings: asV2(settings) },
    files: { [upload]: pictureBytes },
  };
  return onCockpit(await startFakeCockpitV2(state), createCockpitV2Source, timeoutMs);
}

function onCockpit(cockpit: FakeCockpit, create: typeof createCockpitV1Source, timeoutMs: number): MadeSite {
  const source = create({ url: cockpit.url, token: fakeToken, timeoutMs });
  return {
    ...{ source, cockpit, close: cockpit.close },
    name: `cockpit v${create === createCockpitV1Source ? 1 : 2} at ${cockpit.url}`,
    picture: upload,
    breakTitle: () => {
      for (const page of cockpit.state.collections['pages'] ?? []) if (page['_id'] === 'b2') page['title'] = ['About'];
      return Promise.resolve();
    },
    remove: (slug) => {
      const { collections } = cockpit.state;
      collections['pages'] = (collections['pages'] ?? []).filter((page) => page['title_slug'] !== slug);
      return Promise.resolve();
    },
  };
}

/**
 * Converts an item to the form that Cockpit v2 stores: a `_state`, `title_slug_de`, plain sets, questions as `faq`,
 * assets as pictures.
 */
function asV2({ published, sections, sections_de: sectionsDe, ...entry }: Entry): Entry {
  const renamed = Object.entries(entry).map(([name, value]): [string, unknown] => [
    name.replace(/_(de|it|es)_slug$/, '_slug_$1'),
    value,
  ]);
  const isSection = sections !== undefined;
  return {
    ...(withoutRows(Object.fromEntries(renamed)) as Entry),
    ...(isSection && { faq: questions(sections), faq_de: questions(sectionsDe) }),
    _state: published === false ? 0 : 1,
  };
}

function questions(sections: unknown): unknown {
  return ((sections ?? []) as { value: Entry }[]).map(({ value }) => value).filter((value) => 'question' in value);
}

function withoutRows(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRows);
  if (typeof value !== 'object' || value === null) return value;
  if ('field' in value && 'value' in value) return withoutRows(value.value);
  if (value === image || ('path' in value && 'meta' in value))
    return { path: upload.replace('/storage/uploads', ''), mime: 'image/png', altText: 'Hero', _id: 'a1' };
  if ('link' in value) return { _model: value.link, _id: (value as unknown as Entry)['_id'] };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutRows(inner)]));
}

export async function startMadeLocal(): Promise<MadeSite> {
  const folder = await mkdtemp(join(tmpdir(), 'made-site-'));
  const write = async (file: string, value: unknown) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), value instanceof Uint8Array ? value : stringify(value));
  };
  for (const [file, value] of Object.entries(madeFiles)) await write(file, value);
  return {
    source: createLocalSource(folder),
    name: 'local',
    picture: 'images/hero.png',
    breakTitle: () =>
      write('pages/about/en.yaml', { ...(madeFiles['pages/about/en.yaml'] as Entry), title: ['About'] }),
    remove: (slug) => rm(join(folder, 'pages', slug), { recursive: true }),
    close: () => rm(folder, { recursive: true }),
  };
}
