import type { ContentWarning } from '../content-source.ts';
import type { Page } from '../model/site-content.ts';
import { withValidBlocks } from '../pull/valid-blocks.ts';
import { pictureSources } from './picture-sources.ts';
import type { PreparedPicture } from './prepare-picture.ts';
import { decode, encode } from '../texts/rewrite-html.ts';

/** Prepares a picture of the content; null: no such picture. */
export type PreparePicture = (src: string) => Promise<PreparedPicture | null>;

/** The `sizes` of a picture in running text: the width of the text column, or of a phone without its margins. */
const textSizes = '(width < 720px) calc(100vw - 32px), 672px';

/**
 * A part of the content with all its pictures prepared, including those inside texts. References to missing pictures
 * are removed, because a page without a picture is better than one with a broken picture. So are blocks of a page that
 * are nothing without them.
 */
export async function preparePictures<Part>(
  part: Part,
  prepare: PreparePicture,
  path: string,
): Promise<{ part: Part; warnings: ContentWarning[] }> {
  const gone = new Set<string>();
  const prepared = await walk(part, async (src) => {
    const picture = await prepare(src);
    if (!picture) gone.add(src);
    return picture;
  });
  const missing = [...gone].map((src): ContentWarning => {
    return { kind: 'picture', path, address: src, text: `${src} is not a picture and is left out` };
  });
  if (missing.length === 0 || !isPage(prepared)) return { part: prepared as Part, warnings: missing };
  const { page, warnings } = withValidBlocks(prepared, path);
  return { part: page as Part, warnings: [...missing, ...warnings] };
}

const isPage = (part: unknown): part is Page => typeof part === 'object' && part !== null && 'slug' in part;

/** Whether there is a picture anywhere in a part of the content. Most parts have none, and need no preparation. */
function holdsPicture(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('<img');
  if (typeof value !== 'object' || value === null) return false;
  return isImage(value) || Object.values(value).some(holdsPicture);
}

async function walk(value: unknown, prepare: PreparePicture): Promise<unknown> {
  if (!holdsPicture(value)) return value;
  if (Array.isArray(value)) return Promise.all(value.map((part) => walk(part, prepare)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, part]: [string, unknown]) => {
      if (key === 'html' && typeof part === 'string') return [key, await prepareHtml(part, prepare)] as const;
      if (isImage(part)) return [key, await prepareImage(part, prepare)] as const;
      return [key, await walk(part, prepare)] as const;
    }),
  );
  return Object.fromEntries(entries.filter(([, part]) => part !== undefined));
}

interface Image {
  src: string;
  alt: string;
}

function isImage(part: unknown): part is Image {
  return typeof part === 'object' && part !== null && 'src' in part && 'alt' in part;
}

async function prepareImage(image: Image, prepare: PreparePicture): Promise<object | undefined> {
  const prepared = await prepare(image.src);
  return prepared ? { ...image, ...prepared } : undefined;
}

async function prepareHtml(html: string, prepare: PreparePicture): Promise<string> {
  const tags = [...new Set(html.match(/<img\b[^<>]*>/g))];
  const made = new Map(await Promise.all(tags.map(async (tag) => [tag, await prepareTag(tag, prepare)] as const)));
  return html.replace(/<img\b[^<>]*>/g, (tag) => made.get(tag) ?? '');
}

async function prepareTag(tag: string, prepare: PreparePicture): Promise<string> {
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  const src = attribute('src');
  const prepared = src === undefined ? null : await prepare(decode(src));
  if (!prepared) return '';
  const attributes = {
    ...{ src: prepared.src, srcset: pictureSources(prepared) ?? '', sizes: textSizes },
    ...{ width: prepared.width, height: prepared.height, alt: decode(attribute('alt') ?? '') },
    ...{ loading: 'lazy', decoding: 'async' },
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${encode(String(value))}"`);
  return `<img ${written.join(' ')}>`;
}
