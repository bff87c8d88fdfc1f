import { locales } from '../../../src/brand.ts';
import type { CockpitState, Entry, FakeAnswer, FakeCockpit, FakeRequest } from './fake-cockpit.ts';
import { startFakeCockpit } from './fake-cockpit.ts';
import { fakeToken } from './fake-cockpit-v1.ts';

/**
 * A fake Cockpit v2: it stores items with their variants (`title_de`), and returns published items (`_state` 1) in one
 * language.
 */
export function startFakeCockpitV2(initial: Partial<CockpitState> = {}): Promise<FakeCockpit> {
  return startFakeCockpit(answer, initial);
}

function answer({ path, headers, query }: FakeRequest, state: CockpitState): FakeAnswer {
  if (headers['api-key'] !== fakeToken) return { status: 412, json: { error: 'Authentication failed' } };
  if (path !== '/api/content/items') return { status: 404, text: '' };
  const locale = query.get('locale') ?? 'default';
  const asked = Object.keys(JSON.parse(query.get('models') ?? '{}') as Entry);
  const known = asked.flatMap((name): [string, unknown][] => {
    const items = state.collections[name];
    if (items) return [[name, items.filter(({ _state }) => _state === 1).map((item) => localised(item, locale))]];
    const singleton = state.singletons[name];
    return singleton ? [[name, { ...localised(singleton, locale), _model: name, _state: 1 }]] : [];
  });
  return { status: 200, json: Object.fromEntries(known) };
}

const variant = new RegExp(`_(${locales.filter((locale) => locale !== 'en').join('|')})$`);

/** Null and empty texts fall back to English; empty lists do not. */
function localised(entry: Entry, locale: string): Entry {
  const own = Object.entries(entry).filter(([name]) => !variant.test(name));
  return Object.fromEntries(
    own.map(([name, value]) => {
      const translated = entry[`${name}_${locale}`];
      const isMissing = translated === undefined || translated === null || translated === '';
      return [name, isMissing ? value : translated];
    }),
  );
}
