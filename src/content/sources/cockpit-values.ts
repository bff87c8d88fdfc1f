import type { ContentSource } from '../content-source.ts';
import { pageLink } from '../pull/page-links.ts';
import { cleanHtml } from '../texts/clean-html.ts';
import type { CockpitClient, CockpitOptions } from './cockpit-http.ts';

/** How to read the values of a CMS. */
export interface CockpitValues {
  /** The origin of the CMS, which is removed from its own links and pictures. */
  origin: string;
  /** The path at which the CMS is installed: empty, or `/cms`. */
  basePath: string;
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Both versions use null or empty text for a field without a value. An empty list is a value. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A text that was entered; if an editor pasted markup, only its text counts. */
export function textIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const stripped = value.replace(/<[^<>]*>/g, ' ');
  const text =
    stripped === value ? value : stripped.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => signs[name] ?? '');
  return text.trim() === '' ? undefined : text.trim();
}

/** A text for the model. What is no text is passed on, so that the schema refuses it by what it is. */
export function textOr(value: unknown): unknown {
  return typeof value === 'string' ? textIn(value) : isEmpty(value) ? undefined : value;
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** An editor's HTML, sanitised; undefined if nothing is left of it. */
export function htmlIn(value: unknown, { origin }: Pick<CockpitValues, 'origin'>): string | undefined {
  if (typeof value !== 'string') return undefined;
  const html = cleanHtml(value.replaceAll(`"${origin}/`, '"/'));
  return html === '' ? undefined : html;
}

/** HTML for the model; what is no text is passed on as in `textOr`. */
export function htmlOr(value: unknown, values: Pick<CockpitValues, 'origin'>): unknown {
  return typeof value === 'string' ? htmlIn(value, values) : isEmpty(value) ? undefined : value;
}

/**
 * Converts a value of the CMS for the model: repeater rows lose their `{field, value}`, pictures become `{src, alt}`,
 * links to pages name these by id, HTML is sanitised. Leaves out what is empty, leads nowhere or would run code.
 */
export function valueIn(value: unknown, values: CockpitValues): unknown {
  if (Array.isArray(value)) return value.map((one) => valueIn(one, values)).filter((one) => !isEmpty(one));
  if (!isFields(value)) return isEmpty(value) ? undefined : value;
  if (isRow(value)) return valueIn(value['value'], values);
  if (isLink(value)) return undefined;
  if (typeof value['path'] === 'string') return imageIn(value, values);
  const items = Object.entries(withTextsOfPictures(value)).flatMap(([key, inner]): [string, unknown][] => {
    const read = fieldIn(key, inner, values);
    return isEmpty(read) ? [] : [[key, read]];
  });
  // A group in which nothing is written: a button that was left empty.
  return items.length === 0 ? undefined : withTarget(Object.fromEntries(items));
}

const endOfText = '_alt';

/** In version 2 the text of a picture is a field beside it: `image` and `image_alt`. */
export function withTextsOfPictures(fields: Fields): Fields {
  const texts = Object.keys(fields).filter(
    (key) => key.endsWith(endOfText) && key.slice(0, -endOfText.length) in fields,
  );
  if (texts.length === 0) return fields;
  const entries = Object.entries(fields).filter(([key]) => !texts.includes(key));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const text = fields[`${key}${endOfText}`];
      return [key, isFields(value) && !isEmpty(text) ? { ...value, altText: text } : value];
    }),
  );
}

function fieldIn(key: string, value: unknown, values: CockpitValues): unknown {
  if (key === 'html') return htmlOr(value, values);
  if (lineFields.has(key) && typeof value === 'string') return linesIn(value);
  if (key === 'href' && typeof value === 'string') return hrefIn(value, values);
  // Nowhere else, because only the target of a link is ever written as an address.
  if ((key === 'href' || key === 'page') && isFields(value) && isLink(value))
    return typeof value['_id'] === 'string' ? pageLink(value['_id']) : undefined;
  const read = valueIn(value, values);
  return key === 'href' && isEmptyGroup(read) ? undefined : read;
}

/** A button that was left empty. Without any field it is an empty list, as PHP writes it. */
const isEmptyGroup = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Lists that editors write with an item a line, because the same item may occur twice, or be empty. */
export const lineFields: ReadonlySet<string> = new Set(['cells', 'values']);

function linesIn(text: string): string[] | undefined {
  const lines = text.trimEnd().split(/\r?\n/);
  return text.trim() === '' ? undefined : lines.map((line) => line.trim());
}

/** Schemes of addresses that run code. Browsers ignore spaces and control characters in front of them. */
const running = /^(javascript|data|vbscript):/i;

/** The target of a link; undefined if it would run code. The schema decides whether visitors may go there. */
export function hrefIn(value: unknown, { origin }: Pick<CockpitValues, 'origin'>): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (running.test(value.replace(/[\s\p{Cc}]/gu, ''))) return undefined;
  const href = value.trim();
  return href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
}

/** A button has a `page` of the CMS or an `href`; one with neither is dropped. A link that is broken is `false`. */
function withTarget(fields: Fields): Fields | undefined {
  const { page, ...rest } = fields;
  const href = rest['href'] ?? (page === false ? pageLink('') : page);
  if (href !== undefined) return { ...rest, href };
  const isButton = Object.keys(rest).length === 1 && 'label' in rest;
  return isButton ? undefined : rest;
}

const isRow = (value: Fields) => 'field' in value && 'value' in value;

/** Whether a value is a link to another item. The link may include the whole item, even a draft. */
function isLink(value: Fields): boolean {
  return '_link' in value || '_model' in value || ('_id' in value && 'link' in value);
}

/**
 * A picture. An image's `path` starts at the root of the CMS's site, an asset's in the uploads folder. `src` becomes a
 * path on the CMS's host, or an address elsewhere.
 */
export function imageIn(value: unknown, { basePath, origin }: CockpitValues): Fields | undefined {
  if (!isFields(value) || isNoImage(value) || typeof value['path'] !== 'string') return undefined;
  const meta = isFields(value['meta']) ? value['meta'] : {};
  const isAsset = 'mime' in value;
  const alt = isAsset ? textOfAsset(value) : meta['title'];
  const { width, height } = isAsset ? value : meta;
  const path = value['path'];
  const full = isAsset ? `${basePath}/storage/uploads/${path.replace(/^\/+/, '')}` : `/${path.replace(/^\/+/, '')}`;
  return {
    src: /^https?:\/\//.test(path) ? (hrefIn(path, { origin }) ?? path) : full,
    alt: typeof alt === 'string' ? alt : '',
    ...(isPixels(width) && isPixels(height) && { width, height }),
  };
}

/** Uploads of version 2 have the name of their file as a text, which tells nobody what the picture shows. */
function textOfAsset({ altText, description }: Fields): unknown {
  return typeof altText === 'string' && /\.(png|jpe?g|webp|gif|avif|svg)$/i.test(altText)
    ? description
    : (altText ?? description);
}

/** Whether an editor left out a picture. */
export function isNoImage(value: unknown): boolean {
  if (isEmpty(value) || value === false || (Array.isArray(value) && value.length === 0)) return true;
  return isFields(value) && (Object.keys(value).length === 0 || ('path' in value && isEmpty(value['path'])));
}

const isPixels = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value > 0;

/** How to read the values of a CMS at this address. */
export function readValues({ url }: Pick<CockpitOptions, 'url'>): CockpitValues {
  const { origin, pathname } = new URL(url);
  return { origin, basePath: pathname.replace(/\/+$/, '') };
}

/** Loads pictures from the CMS's uploads folder and nothing else from its host, because editors can write any `src`. */
export function createPictureLoader(
  { url }: Pick<CockpitOptions, 'url'>,
  client: Pick<CockpitClient, 'file'>,
): ContentSource['loadPicture'] {
  const { basePath } = readValues({ url });
  const folders = [`${basePath}/storage/`, '/storage/'];
  return (src, options) => {
    const path = URL.parse(src, 'https://cms')?.pathname ?? '';
    const isUpload = src.startsWith('/') && !src.startsWith('//') && folders.some((folder) => path.startsWith(folder));
    return isUpload ? client.file(path, options) : Promise.resolve(null);
  };
}
