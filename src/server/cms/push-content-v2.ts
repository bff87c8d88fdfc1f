import { basename } from 'node:path';
import * as z from 'zod/mini';
import { defaultLocale, locales } from '../../brand.ts';
import { ContentUnavailable } from '../../content/content-source.ts';
import { setOfKind } from '../../content/sources/cockpit-components.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import type { StoredContent, StoredItem } from './cockpit-items.ts';
import { storedContent } from './cockpit-items.ts';
import type { CockpitModel } from './cockpit-v2-models.ts';
import { cockpitV2Models } from './cockpit-v2-models.ts';
import type { PushParts } from './push-content.ts';
import { loadForPush, loadPictures, renamePictures } from './push-content.ts';

/** What docs/cockpit/fill.php answers to. */
const fillPath = '/api/brokerkit/fill';
const ready = z.object({ ready: z.literal(true), filled: z.array(z.string()) });
const saved = z.object({ models: z.array(z.string()), locales: z.array(z.string()) });
const assetOf = z.looseObject({ _id: z.string(), path: z.string(), mime: z.string() });
const uploaded = z.object({ assets: z.array(assetOf).check(z.minLength(1)) });
type Asset = z.infer<typeof assetOf>;

/**
 * Writes the content of a source into an empty Cockpit v2: languages, models, pictures, items, settings. Refuses a CMS
 * that already has items or settings before writing anything; a failure in the middle rejects with ContentUnavailable.
 */
export async function pushContentV2({ client, basePath, source }: PushParts): Promise<CommandOutcome> {
  const loaded = await loadForPush(source);
  if (!loaded.ok) return loaded;
  const models = cockpitV2Models();
  const refusal = await findRefusal(client, models);
  if (refusal !== null) return { ok: false, text: refusal };
  await createModels(client, models);
  const assets = new Map<string, Asset>();
  const moved = new Map<string, string>();
  for (const [src, bytes] of await loadPictures(loaded.content, source)) {
    const asset = await upload(client, src, bytes);
    const address = `${basePath}/storage/uploads/${asset.path.replace(/^\/+/, '')}`;
    assets.set(address, asset);
    moved.set(src, address);
  }
  const stored = storedContent(renamePictures(loaded.content, moved));
  const { Settings, ...lists } = stored;
  for (const [model, items] of [
    ...Object.entries(lists as Omit<StoredContent, 'Settings'>),
    ['Settings', [Settings]] as const,
  ])
    // Saved one after the other, because the CMS lists items in the order in which they were saved.
    for (const item of items) await save(client, model, itemOfV2(item, assets, selectsOf(models, model)));
  const { pages, calendar } = stored;
  const text = `Written: ${pages.length} pages, ${calendar.length} events, ${assets.size} pictures and the settings.`;
  return { ok: true, text };
}

async function findRefusal(client: PushParts['client'], models: readonly CockpitModel[]): Promise<string | null> {
  const answer = await client.json({ path: fillPath }).catch((fault: unknown) => (fault as Error).message);
  const checked = ready.safeParse(answer);
  if (!checked.success) {
    const reason = typeof answer === 'string' ? ` (${answer})` : '';
    return `The CMS cannot take models and pictures${reason}. Copy docs/cockpit/fill.php into it as config/api/brokerkit/fill.php, and use a key of the role admin; see docs/cockpit/v2.md.`;
  }
  const first = models.map(({ name }) => name).find((name) => checked.data.filled.includes(name));
  return first === undefined
    ? null
    : `The CMS already has content in ${first}. Nothing was written, because only an empty CMS is filled.`;
}

async function createModels(client: PushParts['client'], models: readonly CockpitModel[]): Promise<void> {
  const others = locales.filter((locale) => locale !== defaultLocale);
  const names = new Intl.DisplayNames([defaultLocale], { type: 'language' });
  const wanted = others.map((i18n) => ({ i18n, name: names.of(i18n) ?? i18n }));
  const answer = saved.safeParse(
    await client.json({ method: 'POST', path: fillPath, body: { locales: wanted, models } }),
  );
  const isWhole =
    answer.success &&
    models.every(({ name }) => answer.data.models.includes(name)) &&
    others.every((locale) => answer.data.locales.includes(locale));
  if (!isWhole) throw new ContentUnavailable('the models and languages were not created');
}

async function upload(client: PushParts['client'], src: string, bytes: Uint8Array): Promise<Asset> {
  const form = new FormData();
  form.append('files[]', new Blob([new Uint8Array(bytes)]), basename(src));
  const answer = uploaded.safeParse(await client.json({ method: 'POST', path: fillPath, body: form }));
  const [asset] = answer.success ? answer.data.assets : [];
  if (!asset) throw new ContentUnavailable(`${src} was not accepted`);
  return asset;
}

async function save(client: PushParts['client'], model: string, data: StoredItem): Promise<void> {
  const path = `/api/content/item/${model}`;
  const answer = await client.json({ method: 'POST', path, body: { data } });
  const kept = z.looseObject({ _id: z.string() }).safeParse(answer);
  const lost = kept.success ? Object.keys(data).filter((name) => !(name in kept.data)) : [];
  // The CMS drops fields that its model does not have, without a word.
  if (!kept.success || lost.length > 0) throw new ContentUnavailable(`${path} did not save ${lost.join(', ') || 'it'}`);
}

/** The fields whose values the admin compares as texts. */
const selectsOf = (models: readonly CockpitModel[], model: string): ReadonlySet<string> =>
  new Set(
    models.find(({ name }) => name === model)?.fields.flatMap(({ name, type }) => (type === 'select' ? [name] : [])),
  );

/** An item of version 1 in the form of version 2, published. */
function itemOfV2(item: StoredItem, assets: ReadonlyMap<string, Asset>, selects: ReadonlySet<string>): StoredItem {
  const { published: _published, ...fields } = item;
  const renamed = Object.entries(fields).map(([name, value]): [string, unknown] => [
    name.replace(variantOfSlug, '_slug_$1'),
    selects.has(name) && typeof value === 'number' ? String(value) : valueOfV2(value, assets),
  ]);
  return { ...withAlts(Object.fromEntries(renamed), assets), _state: 1 };
}

/** `title_de_slug` is `title_slug_de`. */
const variantOfSlug = new RegExp(`_(${locales.join('|')})_slug$`);

/** Rows lose their `{field, value}`, components get a set of their kind, pictures become assets. */
function valueOfV2(value: unknown, assets: ReadonlyMap<string, Asset>): unknown {
  if (Array.isArray(value)) return value.map((one) => valueOfV2(one, assets));
  if (typeof value !== 'object' || value === null) return value;
  if ('field' in value && 'value' in value) return valueOfV2(value.value, assets);
  if ('component' in value && 'settings' in value && typeof value.component === 'string')
    return { component: value.component, [setOfKind(value.component)]: valueOfV2(value.settings, assets) };
  if (isPicture(value)) return value;
  return withAlts(
    Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, valueOfV2(inner, assets)])),
    assets,
  );
}

interface StoredPicture {
  path: string;
  meta: { title?: unknown };
}

const isPicture = (value: object): value is StoredPicture => 'path' in value && 'meta' in value;

/** Pictures as assets, each with its text beside it: `image` and `image_alt`. */
function withAlts(fields: StoredItem, assets: ReadonlyMap<string, Asset>): StoredItem {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
      if (typeof value !== 'object' || value === null || !isPicture(value)) return [[name, value]];
      const asset = assets.get(value.path);
      if (!asset) throw new ContentUnavailable(`there is no picture ${value.path}`);
      return [
        [name, asset],
        [`${name}_alt`, value.meta.title],
      ];
    }),
  );
}
