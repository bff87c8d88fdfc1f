import type { CockpitState, Entry, FakeAnswer, FakeCockpit, FakeRequest } from './fake-cockpit.ts';
import { startFakeCockpit } from './fake-cockpit.ts';

export const fakeToken = 'account-0123456789';

/** A fake Cockpit v1: it answers reads as a recorded server did, and supports the API's write calls too. */
export function startFakeCockpitV1(initial: Partial<CockpitState> = {}): Promise<FakeCockpit> {
  return startFakeCockpit(answer, initial);
}

function answer(request: FakeRequest, state: CockpitState): FakeAnswer | Promise<FakeAnswer> {
  const { path, headers, query } = request;
  // Whatever is no upload of the admin's site leads to its log-in page, a deleted picture too.
  if (!path.startsWith('/api/')) return { status: 302, text: '', location: '/auth/login' };
  if ((headers['cockpit-token'] ?? query.get('token')) !== fakeToken)
    return { status: 401, json: { error: 'Unauthorized' } };
  const [resource = '', action = '', name = ''] = path.slice('/api/'.length).split('/');
  if (state.closed?.includes(name)) return { status: 401, json: { error: 'Unauthorized' } };
  const body = (request.body ?? {}) as Record<string, unknown>;
  switch (`${resource}/${action}`) {
    case 'collections/get':
      return getCollection(state, name, body);
    case 'collections/listCollections':
      return { status: 200, json: Object.keys(state.collections) };
    case 'collections/createCollection':
      state.collections[String(body['name'])] ??= [];
      return { status: 200, json: { name: body['name'], ...(body['data'] as Entry) } };
    case 'collections/save':
      return save(state, name, body['data'] as Entry);
    case 'singletons/get': {
      const singleton = state.singletons[name];
      return singleton ? { status: 200, json: singleton } : { status: 404, text: '' };
    }
    case 'cockpit/addAssets':
      return upload(request, state);
    case 'brokerkit/settings':
      return settings(state, body);
    default:
      return { status: 404, text: '' };
  }
}

function getCollection(state: CockpitState, name: string, { filter, simple, limit, sort }: Entry): FakeAnswer {
  const entries = state.collections[name];
  if (!entries) return { status: 412, json: { error: 'Collection not found' } };
  const found = entries.filter((entry) =>
    Object.entries((filter ?? {}) as Entry).every(([key, wanted]) =>
      key === 'published' ? Boolean(entry[key]) === Boolean(wanted) : entry[key] === wanted,
    ),
  );
  const key = Object.keys(sort ?? {})[0];
  const sorted = key === undefined ? found : found.toSorted((one, other) => Number(one[key]) - Number(other[key]));
  const shown = sorted.slice(0, typeof limit === 'number' ? limit : undefined);
  return { status: 200, json: simple ? shown : { fields: {}, entries: shown, total: found.length } };
}

let lastId = 0;

function save(state: CockpitState, name: string, data: Entry): FakeAnswer {
  const entries = state.collections[name];
  if (!entries) return { status: 412, json: { error: 'Collection not found' } };
  // Redirects have no title.
  if (!data['title'] && name !== 'redirects') return { status: 412, json: { error: 'The title is required!' } };
  const entry = { ...data, _by: null, _modified: 1, _created: 1, _id: `b3${String(++lastId).padStart(22, '0')}` };
  entries.push(entry);
  return { status: 200, json: entry };
}

async function upload({ raw, headers }: FakeRequest, state: CockpitState): Promise<FakeAnswer> {
  const form = await new Response(new Uint8Array(raw), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const files = form.getAll('files[]').filter((file) => file instanceof File);
  const assets = await Promise.all(
    files.map(async (file) => {
      const path = `/2026/11/20/${file.name.replace('.', `_uid_${++lastId}.`)}`;
      state.files[`/storage/uploads${path}`] = new Uint8Array(await file.arrayBuffer());
      return { path, title: file.name, mime: file.type, image: true, width: 640, height: 320, _id: `a${lastId}` };
    }),
  );
  return { status: 200, json: { uploaded: files.map(({ name }) => name), failed: [], assets } };
}

/** The endpoint that docs/cockpit/settings.php adds to the API. */
function settings(state: CockpitState, { data }: Entry): FakeAnswer {
  if (!data) return { status: 200, json: { ready: true, filled: state.singletons['Settings'] !== undefined } };
  state.singletons['Settings'] = data as Entry;
  return { status: 200, json: { saved: true } };
}
