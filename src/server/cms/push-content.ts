import { basename } from 'node:path';
import * as z from 'zod/mini';
import type { ContentSource } from '../../content/content-source.ts';
import { ContentUnavailable } from '../../content/content-source.ts';
import type { SiteContent } from '../../content/model/site-content.ts';
import { loadAll } from '../../content/pull/merge-content.ts';
import type { CockpitClient } from '../../content/sources/cockpit-http.ts';
import { decode, encode } from '../../content/texts/rewrite-html.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import { storedContent } from './cockpit-items.ts';
import { collectionFields, settingsFields } from './cockpit-fields.ts';

export interface PushParts {
  client: Pick<CockpitClient, 'json'>;
  /** The path of the CMS on its host: empty, or `/cms`. */
  basePath: string;
  source: Pick<ContentSource, 'load' | 'loadPicture'>;
}

const collections = ['pages', 'calendar', 'redirects'] as const;
const settingsPath = '/api/brokerkit/settings';

/**
 * Writes the content of a source into an empty Cockpit v1: collections, pictures, items, settings. Refuses a CMS that
 * already has any of it before writing anything; a failure in the middle rejects with ContentUnavailable.
 */
export async function pushContent({ client, basePath, source }: PushParts): Promise<CommandOutcome> {
  const loaded = await loadForPush(source);
  if (!loaded.ok) return loaded;
  const { content } = loaded;
  const refusal = await findRefusal(client);
  if (refusal !== null) return { ok: false, text: refusal };
  await createCollections(client);
  const pictures = await uploadPictures(content, { client, basePath, source });
  const stored = storedContent(renamePictures(content, pictures));
  for (const name of collections) {
    // Saved one after the other, because the CMS lists items in the order in which they were saved.
    for (const data of stored[name]) {
      await client.json({ method: 'POST', path: `/api/collections/save/${name}`, body: { data } });
    }
  }
  const body = { fields: settingsFields, data: stored.Settings };
  const saved = z
    .object({ saved: z.literal(true) })
    .safeParse(await client.json({ method: 'POST', path: settingsPath, body }));
  if (!saved.success) throw new ContentUnavailable('the settings were not saved');
  const { pages, calendar } = stored;
  const text = `Written: ${pages.length} pages, ${calendar.length} events, ${pictures.size} pictures and the settings.`;
  return { ok: true, text };
}

/** The content to be written. Refuses a link that is left out, because it would be lost in the CMS for good. */
export async function loadForPush(
  source: Pick<ContentSource, 'load'>,
): Promise<{ ok: true; content: SiteContent } | { ok: false; text: string }> {
  const { content, warnings } = await loadAll(source);
  const lost = warnings.filter(({ kind }) => kind === 'link').map(({ path, text }) => `${path}: ${text}`);
  return lost.length > 0 ? { ok: false, text: `Nothing was written.\n${lost.join('\n')}` } : { ok: true, content };
}

/** Why nothing may be written; null if writing is allowed. */
async function findRefusal(client: PushParts['client']): Promise<string | null> {
  const answer = await client.json({ path: settingsPath }).catch((fault: unknown) => (fault as Error).message);
  const ready = z.object({ ready: z.literal(true), filled: z.boolean() }).safeParse(answer);
  if (!ready.success) {
    const reason = typeof answer === 'string' ? ` (${answer})` : '';
    return `The CMS cannot take settings${reason}. Copy docs/cockpit/settings.php into it as config/api/brokerkit/settings.php; see docs/cockpit/v1.md.`;
  }
  if (ready.data.filled)
    return 'The CMS already has Settings. Nothing was written, because only an empty CMS is filled.';
  for (const name of await existing(client)) {
    const body = { limit: 1, simple: 1 };
    const entries = await client.json({ method: 'POST', path: `/api/collections/get/${name}`, body });
    if (!Array.isArray(entries) || entries.length > 0)
      return `The collection ${name} already has entries. Nothing was written, because only an empty CMS is filled.`;
  }
  return null;
}

async function existing(client: PushParts['client']): Promise<string[]> {
  const path = '/api/collections/listCollections';
  const listed = z.array(z.string()).safeParse(await client.json({ path }));
  if (!listed.success) throw new ContentUnavailable(`${path} did not answer with a list of names`);
  return collections.filter((name) => listed.data.includes(name));
}

async function createCollections(client: PushParts['client']): Promise<void> {
  const present = await existing(client);
  for (const name of collections.filter((one) => !present.includes(one))) {
    const body = { name, data: { label: name, fields: collectionFields[name], in_menu: true } };
    const path = '/api/collections/createCollection';
    const created = z.looseObject({ name: z.string() }).safeParse(await client.json({ method: 'POST', path, body }));
    if (!created.success)
      throw new ContentUnavailable(
        `the collection ${name} was not created: that requires the API key of an administrator`,
      );
  }
}

const uploaded = z.object({ assets: z.array(z.object({ path: z.string() })).check(z.minLength(1)) });

/** Uploads the pictures that the content refers to; returns their new addresses in the CMS. */
async function uploadPictures(
  content: SiteContent,
  { client, basePath, source }: PushParts,
): Promise<ReadonlyMap<string, string>> {
  const moved = new Map<string, string>();
  for (const [src, bytes] of await loadPictures(content, source)) {
    const form = new FormData();
    form.append('files[]', new Blob([new Uint8Array(bytes)]), basename(src));
    const path = '/api/cockpit/addAssets';
    const answer = uploaded.safeParse(await client.json({ method: 'POST', path, body: form }));
    if (!answer.success) throw new ContentUnavailable(`${src} was not accepted`);
    moved.set(src, `${basePath}/storage/uploads${answer.data.assets[0]?.path ?? ''}`);
  }
  return moved;
}

/** The bytes of all pictures of the content. Rejects with ContentUnavailable if one is missing. */
export async function loadPictures(
  content: SiteContent,
  source: Pick<ContentSource, 'loadPicture'>,
): Promise<Map<string, Uint8Array>> {
  const loaded = new Map<string, Uint8Array>();
  for (const src of namedPictures(content)) {
    const picture = await source.loadPicture(src);
    if (!picture || picture === 'unchanged') throw new ContentUnavailable(`there is no picture ${src}`);
    loaded.set(src, picture.bytes);
  }
  return loaded;
}

/** The pictures that the content refers to, in blocks and inside its HTML, each once. */
export function namedPictures(content: unknown): string[] {
  const named = new Set<string>();
  walk(content, (src) => {
    named.add(src);
    return src;
  });
  return [...named];
}

/** The content with new addresses for its pictures; addresses that are not in the map stay. */
export function renamePictures<Content>(content: Content, addresses: ReadonlyMap<string, string>): Content {
  return walk(content, (src) => addresses.get(src) ?? src) as Content;
}

function walk(value: unknown, rename: (src: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, rename));
  if (typeof value !== 'object' || value === null) return value;
  const isImage = 'src' in value && 'alt' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => {
      if (typeof inner !== 'string') return [key, walk(inner, rename)];
      if (key === 'html') return [key, renameIn(inner, rename)];
      return [key, isImage && key === 'src' ? rename(inner) : inner];
    }),
  );
}

/** The HTML is sanitised, so its attributes are in double quotes. */
function renameIn(html: string, rename: (src: string) => string): string {
  return html.replace(/(<img\b[^<>]*\bsrc=")([^"]*)"/g, (_, before: string, src: string) => {
    return `${before}${encode(rename(decode(src)))}"`;
  });
}
