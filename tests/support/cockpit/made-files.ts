import type { Entry } from './fake-cockpit.ts';

export const pictureBytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

export const hostile =
  '<p onclick="run()">a</p><script>run()</script><a href="javascript:run()">b</a><a href=" java\nscript:run()">c</a>';

const hero = (title: string, actions: Entry[] = []) => ({ kind: 'hero', title, actions, figure: 'none' });
const office = { kind: 'image', image: { src: 'images/hero.png', alt: 'Hero' }, isWide: false };

/** The site of made-site.ts as files, keyed by their path in the content folder. */
export const madeFiles: Readonly<Record<string, unknown>> = {
  'pages/about/page.yaml': { slugs: { de: 'ueber-uns' }, shareImage: office.image },
  'pages/about/en.yaml': {
    ...{ title: 'About us', seoTitle: 'About | Example', description: 'About the company' },
    blocks: [
      hero('About us'),
      { kind: 'rich-text', markdown: '## Who we are\n\nWe build & run a **platform**.' },
      { kind: 'faq', items: [{ question: 'Is it safe?', html: '<p>Trading is risky.</p>' }] },
      office,
    ],
  },
  'pages/about/de.yaml': {
    ...{ title: 'Über uns', seoTitle: 'Über uns | Example' },
    blocks: [
      hero('Über uns'),
      { kind: 'rich-text', html: '<h2>Wer wir sind</h2>' },
      { kind: 'faq', items: [{ question: 'Ist es sicher?', markdown: 'Handel ist riskant.' }] },
    ],
  },
  'pages/terms-conditions/en.yaml': {
    title: 'Terms',
    blocks: [hero('Terms'), { kind: 'rich-text', html: '<p>Terms in English only.</p>' }],
  },
  'pages/home/en.yaml': {
    title: 'Home',
    blocks: [
      hero('Trade the markets', [{ label: 'Log in', href: '/login' }]),
      { kind: 'rich-text', html: '<p>Forex, stocks, crypto.</p>' },
      office,
      { kind: 'call-to-action', title: 'Read on', actions: [{ label: 'About', href: '/about' }] },
    ],
  },
  'pages/home/de.yaml': { blocks: [hero('Handeln Sie an den Märkten')] },
  'pages/draft-page/page.yaml': { isPublished: false },
  'pages/draft-page/en.yaml': {
    title: 'Draft page',
    blocks: [hero('Draft page'), { kind: 'rich-text', html: 'Not public.' }],
  },
  'pages/hostile/en.yaml': { title: 'Hostile', blocks: [hero('Hostile'), { kind: 'rich-text', html: hostile }] },
  'settings/settings.yaml': {},
  'settings/en.yaml': {
    ...{ copyright: '© {{year}} Example Capital.', tagline: 'A broker.' },
    ...{ riskTitle: 'Risk', riskText: 'You can lose all your money.', paymentTitle: 'Ways to pay' },
    popups: [{ id: 'risk', title: 'Risk warning', html: '<p>You can lose <em>all</em>.</p><script>run()</script>' }],
    contact: { company: 'Example Capital', address: ['Main Street 1', 'Berlin'], phone: '+49 30 1' },
  },
  'settings/de.yaml': {
    copyright: '© {{year}} Example Capital, alle Rechte vorbehalten.',
    popups: [{ id: 'risk', title: 'Risikohinweis', markdown: 'Verlust.' }],
    contact: { hours: 'Montag bis Freitag' },
  },
  'calendar.yaml': [
    {
      ...{ id: 'ecb', country: 'EU', importance: 3, titles: { en: 'ECB rate', de: 'EZB-Zins' } },
      at: { dates: ['2026-12-17T13:15:00Z'] },
    },
  ],
  'images/hero.png': pictureBytes,
};
