import { locales } from '../../../src/brand.ts';
import type { CockpitState, Entry, FakeAnswer, FakeCockpit, FakeRequest } from './fake-cockpit.ts';
import { startFakeCockpit } from './fake-cockpit.ts';
import { fakeToken } from './fake-cockpit-v1.ts';

/**
 * A fake Cockpit v2: it stores items with their variants (`title_de`), returns published items (`_state` 1) in one
 * language, and has the endpoint of docs/cockpit/fill.php.
 */
export function startFakeCockpitV2(initial: Partial<CockpitState> = {}): Promise<FakeCockpit> {
  return startFakeCockpit(answer, initial);
}

function answer(request: FakeRequest, state: CockpitState): FakeAnswer | Promise<FakeAnswer> {
  const { method, path, headers } = request;
  if (headers['api-key'] !== fakeToken) return { status: 412, json: { error: 'Authentication failed' } };
  const [, model] = /^\/api\/content\/item\/(\w+)$/.exec(path) ?? [];
  if (path === '/api/content/items' && method === 'GET') return items(request, state);
  if (model !== undefined && method === 'POST') return save(model, request.body as Entry, state);
  if (path === '/api/brokerkit/fill') return method === 'POST' ? fill(request, state) : filled(state);
  return { status: 404, text: '' };
}

function items({ query }: FakeRequest, state: CockpitState): FakeAnswer {
  const locale = query.get('locale') ?? 'default';
  const asked = Object.keys(JSON.parse(query.get('models') ?? '{}') as Entry);
  const known = asked.flatMap((name): [string, unknown][] => {
    const entries = state.collections[name];
    if (entries) return [[name, entries.filter(({ _state }) => _state === 1).map((item) => localised(item, locale))]];
    const singleton = state.singletons[name];
    return singleton ? [[name, { ...(localised(singleton, locale) as Entry), _model: name, _state: 1 }]] : [];
  });
  return { status: 200, json: Object.fromEntries(known) };
}

let lastId = 0;

/** Fields that the model does not have are dropped without a word, and those that are not sent have a default. */
function save(model: string, { data }: Entry, state: CockpitState): FakeAnswer {
  const known = state.models[model];
  if (!known) return { status: 404, json: { error: `Model <${model}> not found` } };
  if (!data) return { status: 412, json: { error: 'Item data is missing' } };
  const whole: Entry = { ...defaultItem(known, state), _state: 1 };
  const sent = Object.entries(asPhp(data) as Entry).filter(([name]) => name in whole);
  const item = { ...whole, ...Object.fromEntries(sent), _modified: 1, _created: 1, _id: `c2${String(++lastId)}` };
  if (known['type'] === 'singleton') state.singletons[model] = item;
  else (state.collections[model] ??= []).push(item);
  return { status: 200, json: item };
}

function defaultItem({ fields }: Entry, { locales: others }: CockpitState): Entry {
  return Object.fromEntries(
    (fields as Entry[]).flatMap(({ name, multiple, i18n }) => {
      const names = [String(name), ...(i18n === true ? others.map((locale) => `${String(name)}_${locale}`) : [])];
      return names.map((one) => [one, multiple === true ? [] : null]);
    }),
  );
}

/** PHP does not distinguish an object without fields from an empty list. */
function asPhp(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asPhp);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([key, inner]) => [key, asPhp(inner)]));
}

function filled({ collections, singletons }: CockpitState): FakeAnswer {
  const lists = Object.keys(collections).filter((name) => collections[name]?.length !== 0);
  return { status: 200, json: { ready: true, filled: [...lists, ...Object.keys(singletons)] } };
}

async function fill({ body, raw, headers }: FakeRequest, state: CockpitState): Promise<FakeAnswer> {
  if (headers['content-type']?.startsWith('multipart/') === true) return upload(raw, headers['content-type'], state);
  const { models, locales: wanted } = body as { models: Entry[]; locales: { i18n: string }[] };
  for (const { i18n } of wanted) if (!state.locales.includes(i18n)) state.locales.push(i18n);
  for (const model of models) {
    const name = String(model['name']);
    state.models[name] ??= model;
    if (model['type'] === 'collection') state.collections[name] ??= [];
  }
  return { status: 200, json: { models: Object.keys(state.models), locales: ['default', ...state.locales] } };
}

async function upload(raw: Buffer, type: string, state: CockpitState): Promise<FakeAnswer> {
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData();
  const files = form.getAll('files[]').filter((file) => file instanceof File);
  const assets = await Promise.all(
    files.map(async (file) => {
      const { name, type: mime } = file;
      const path = `/2026/11/20/${name.replace(/[^a-z.]/gi, '-').replace('.', `_uid_${++lastId}.`)}`;
      const asset = { path, title: name, mime, type: 'image', description: '', altText: name, width: 640, height: 320 };
      const identified = { ...asset, _id: `a${lastId}` };
      state.files[`/storage/uploads${path}`] = new Uint8Array(await file.arrayBuffer());
      return identified;
    }),
  );
  return { status: 200, json: { assets } };
}

const variant = new RegExp(`_(${locales.filter((locale) => locale !== 'en').join('|')})$`);

/** Null and empty texts fall back to English; empty lists do not. Fields within fields are treated alike. */
function localised(value: unknown, locale: string): unknown {
  if (Array.isArray(value)) return value.map((one) => localised(one, locale));
  if (typeof value !== 'object' || value === null) return value;
  const entry = value as Entry;
  const own = Object.entries(entry).filter(([name]) => !variant.test(name));
  return Object.fromEntries(
    own.map(([name, inner]) => {
      const translated = entry[`${name}_${locale}`];
      const isMissing = translated === undefined || translated === null || translated === '';
      return [name, localised(isMissing ? inner : translated, locale)];
    }),
  );
}
