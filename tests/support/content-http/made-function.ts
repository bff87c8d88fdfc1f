import { createHttpSource } from '../../../src/content/sources/http-source.ts';
import { hostile, pictureBytes } from '../cockpit/made-files.ts';
import type { MadeSite } from '../cockpit/made-site.ts';
import type { ContentFunction, HeldContent } from './content-function.ts';
import { functionToken, startContentFunction } from './content-function.ts';

const hero = (title: string, actions: object[] = []) => ({ kind: 'hero', title, actions, figure: 'none' });
const picture = '/files/hero.png';
const office = { kind: 'image', image: { src: picture, alt: 'Hero' }, isWide: false };

/** The site of tests/support/cockpit/made-site.ts, in the shape of docs/content-http.md. */
const held: HeldContent = {
  pages: [
    {
      ...{ id: 'b2', published: true, slug: 'about', slugs: { de: 'ueber-uns' }, shareImage: office.image },
      texts: {
        en: {
          ...{ title: 'About us', seoTitle: 'About | Example', description: 'About the company' },
          blocks: [
            hero('About us'),
            { kind: 'rich-text', markdown: '## Who we are\n\nWe build & run a **platform**.' },
            {
              kind: 'faq',
              title: null,
              text: '',
              items: [{ question: 'Is it safe?', html: '<p>Trading is risky.</p>' }],
            },
            office,
          ],
        },
        de: {
          ...{ title: 'Über uns', seoTitle: 'Über uns | Example', description: '' },
          blocks: [hero('Über uns'), { kind: 'rich-text', html: '<h2>Wer wir sind</h2>' }],
        },
        it: null,
      },
    },
    {
      ...{ id: 'b3', published: true, slug: 'terms-conditions' },
      texts: {
        en: { title: 'Terms', blocks: [hero('Terms'), { kind: 'rich-text', html: '<p>Terms in English only.</p>' }] },
        fr: { title: 'Conditions' },
      },
    },
    {
      ...{ id: 'b4', published: true, slug: 'home', isHidden: null },
      texts: {
        en: {
          title: 'Home',
          blocks: [
            hero('Trade the markets', [{ label: 'Log in', href: '/login' }]),
            { kind: 'rich-text', html: '<p>Forex, stocks, crypto.</p>' },
            office,
            {
              kind: 'call-to-action',
              title: 'Read on',
              actions: [
                { label: 'About', page: 'b2' },
                { label: 'Draft', page: 'b5' },
              ],
            },
          ],
        },
        de: { blocks: [hero('Handeln Sie an den Märkten')] },
      },
    },
    {
      ...{ id: 'b5', published: false, slug: 'draft-page' },
      texts: {
        en: {
          title: 'Draft page',
          blocks: [hero('Draft page', [{ label: 'About', page: 'b2' }]), { kind: 'rich-text', html: 'Not public.' }],
        },
      },
    },
    {
      ...{ id: 'b6', published: true, slug: 'hostile' },
      texts: { en: { title: 'Hostile', blocks: [hero('Hostile'), { kind: 'rich-text', html: hostile }] } },
    },
  ],
  settings: {
    texts: {
      en: {
        ...{ copyright: '© {{year}} Example Capital.', tagline: 'A broker.', paymentTitle: 'Ways to pay' },
        ...{ riskTitle: 'Risk', riskText: 'You can lose all your money.' },
        popups: [
          { id: 'risk', published: true, title: 'Risk warning', html: '<p>You can lose <em>all</em>.</p>' },
          { id: 'later', published: false, title: 'Secret', html: '<p>Secret</p>' },
        ],
        contact: { company: 'Example Capital', address: ['Main Street 1', 'Berlin'], phone: '+49 30 1', email: null },
      },
      de: {
        ...{ copyright: '© {{year}} Example Capital, alle Rechte vorbehalten.', tagline: '' },
        popups: [{ id: 'risk', title: 'Risikohinweis', markdown: 'Verlust.' }],
        contact: { hours: 'Montag bis Freitag' },
      },
    },
  },
  calendar: [
    {
      ...{ id: 'ecb', country: 'EU', importance: 3, titles: { en: 'ECB rate', de: 'EZB-Zins' } },
      at: { dates: ['2026-12-17T13:15:00Z'] },
    },
    {
      ...{ id: 'secret', published: false, country: 'EU', importance: 1, titles: { en: 'Secret' } },
      at: { dates: ['2026-12-17T13:15:00Z'] },
    },
  ],
  files: { [picture]: pictureBytes },
};

/** A function with the made site. */
export const startMadeFunction = (): Promise<ContentFunction> => startContentFunction(structuredClone(held));

/** The made site by HTTP, for the tests that every source has to pass. */
export async function startMadeHttp(): Promise<MadeSite> {
  const content = await startMadeFunction();
  const page = (slug: string) => content.held.pages.find((one) => one['slug'] === slug);
  return {
    source: createHttpSource({ url: content.url, token: functionToken, pictureOrigins: [], timeoutMs: 20_000 }),
    name: `http at ${content.url}`,
    picture,
    breakTitle() {
      Object.assign((page('about')?.['texts'] as { en: object }).en, { title: ['About'] });
      return Promise.resolve();
    },
    remove(slug) {
      content.held.pages = content.held.pages.filter((one) => one !== page(slug));
      return Promise.resolve();
    },
    close: content.close,
  };
}
