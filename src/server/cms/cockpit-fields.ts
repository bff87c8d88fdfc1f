import type { BlockKind } from '../../content/model/blocks.ts';
import { iconNames } from '../../content/model/parts.ts';

/** A field definition of Cockpit v1. */
export interface CockpitField {
  name: string;
  type: string;
  label?: string;
  localize: boolean;
  options: Readonly<Record<string, unknown>>;
}

const field = (name: string, type: string, options: CockpitField['options'] = {}): CockpitField => ({
  ...{ name, type, options },
  localize: false,
});
const localised = (one: CockpitField): CockpitField => ({ ...one, localize: true });

const text = (name: string) => field(name, 'text');
const textarea = (name: string) => field(name, 'textarea');
const html = (name = 'html') => field(name, 'wysiwyg');
const select = (name: string, options: readonly (string | number)[]) => field(name, 'select', { options });
const set = (name: string, fields: readonly CockpitField[]) => field(name, 'set', { fields });
const rows = (name: string, fields: readonly CockpitField[]) =>
  field(name, 'repeater', { field: { name: 'item', type: 'set', label: 'Item', options: { fields } } });

/** A button leads to an address, or to a page of the CMS. */
const buttonFields = [
  text('label'),
  text('href'),
  field('page', 'collectionlink', { link: 'pages', display: 'title' }),
];
const heading = [text('title'), textarea('text')];
const iconItem = [select('icon', iconNames), text('title'), textarea('text'), set('href', buttonFields)];

/** The settings of each layout component: the fields of the block. */
export const componentFields: Readonly<Record<BlockKind, readonly CockpitField[]>> = {
  hero: [text('eyebrow'), ...heading, rows('actions', buttonFields), select('figure', ['none', 'markets', 'drawing'])],
  'rich-text': [text('title'), html()],
  'feature-grid': [...heading, rows('items', iconItem)],
  'trust-row': [rows('items', iconItem)],
  steps: [...heading, rows('items', [text('title'), textarea('text')])],
  'market-strip': [text('title'), field('symbols', 'tags')],
  'cross-rates': heading,
  'order-facts': heading,
  'leverage-scale': heading,
  faq: [...heading, rows('items', [text('question'), html()])],
  'call-to-action': [...heading, rows('actions', buttonFields)],
  image: [field('image', 'image'), text('caption'), field('isWide', 'boolean')],
  'account-levels': [
    ...heading,
    rows('levels', [
      ...[text('name'), text('from'), textarea('text')],
      ...[field('isPopular', 'boolean'), set('href', buttonFields)],
    ]),
    rows('rows', [text('label'), textarea('values')]),
  ],
  'policy-text': [html(), field('updated', 'date')],
  form: [text('form'), ...heading],
  map: [text('title')],
  'contact-data': heading,
  'payment-icons': [text('title')],
  'economic-calendar': heading,
  video: [...heading, text('address'), field('poster', 'image'), text('captions')],
  table: [
    ...heading,
    text('caption'),
    rows('columns', [text('title'), field('isNumber', 'boolean')]),
    rows('rows', [textarea('cells')]),
  ],
  callout: [select('tone', ['note', 'tip', 'warning', 'risk']), text('title'), html()],
  'campaign-banner': [
    ...[text('text'), set('href', buttonFields), select('tone', ['plain', 'brand', 'warning'])],
    ...[field('isDismissible', 'boolean'), field('countries', 'tags'), field('exceptCountries', 'tags')],
    ...[field('languages', 'tags'), field('from', 'date'), field('until', 'date')],
  ],
};

const layoutComponents = Object.fromEntries(
  Object.entries(componentFields).map(([kind, fields]) => [kind, { group: 'Site', fields }]),
);

const sections = [
  { name: 'faq', type: 'set', label: 'Question', options: { fields: [text('question'), html('answer')] } },
  {
    ...{ name: 'banner', type: 'set', label: 'Banner' },
    options: { fields: [text('heading'), html('text'), field('image', 'image'), text('label'), text('url')] },
  },
];

/** Instants in UTC, from and until which something is public. */
const times = ['publish_at', 'unpublish_at'].map((name) =>
  field(name, 'text', { placeholder: '2026-12-01 09:00 (UTC)' }),
);

/** The collections of the site. The slug of `title` is in `title_slug`, the German one in `title_de_slug`. */
export const collectionFields = {
  pages: [
    localised(field('title', 'text', { slug: true })),
    localised(field('folder', 'text', { placeholder: 'guides' })),
    field('published', 'boolean'),
    ...times,
    localised(text('seo_title')),
    localised(textarea('seo_description')),
    localised(field('components', 'layout', { components: layoutComponents })),
    localised(html('content')),
    localised(field('sections', 'repeater', { fields: sections })),
    field('hero', 'image'),
    set('seo', [field('noindex', 'boolean'), field('og_image', 'image')]),
    field('order', 'number'),
  ],
  calendar: [
    localised(text('title')),
    text('id'),
    text('country'),
    select('importance', [1, 2, 3]),
    field('dates', 'tags'),
    select('weekday', [0, 1, 2, 3, 4, 5, 6]),
    select('nth', [1, 2, 3, 4, 5]),
    field('day_of_month', 'number'),
    text('time'),
    field('published', 'boolean'),
    ...times,
    field('order', 'number'),
  ],
  redirects: [
    field('from', 'text', { placeholder: '/old-page' }),
    field('to', 'text', { placeholder: '/about' }),
    field('published', 'boolean'),
  ],
} as const;

/** The singleton `Settings`. */
export const settingsFields = [
  localised(text('footer_copyright')),
  localised(textarea('tagline')),
  localised(text('risk_title')),
  localised(textarea('risk_text')),
  localised(text('payment_title')),
  localised(rows('popups', [text('id'), text('title'), html('content'), ...times])),
  localised(
    set('contact', [
      text('company'),
      textarea('address'),
      ...['phone', 'email', 'hours', 'registration'].map((name) => text(name)),
    ]),
  ),
  set('place', [field('latitude', 'number'), field('longitude', 'number')]),
  rows('profiles', [text('label'), text('href')]),
];
