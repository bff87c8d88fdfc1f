import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalSource } from '../../../src/content/sources/local-source.ts';
import { createCockpitV1Source } from '../../../src/content/sources/cockpit-v1-source.ts';
import { loadWhole } from '../../../src/content/pull/merge-content.ts';
import { filterLimits } from '../../../src/lib/contract/cockpit-calls.ts';
import { readAllowance } from '../../../src/server/cms/cockpit-routes.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';
import { expectRefusal, spoiled, wrongWholes } from '../../support/wrong-values.ts';

/** Published content, read from outside in the wire format of Cockpit v1. */

let app: TestApp;
/** Each test is a different reader, because requests per reader are limited. */
let reader = 0;

beforeAll(async () => {
  app = await createTestApp({ env: { CONTENT_DIR: 'src/content', ECONOMICS: 'off', TRUST_PROXY: 'on' } });
});
beforeEach(() => void (reader += 1));
afterAll(() => app.close());

async function collection(name: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${app.url}/api/collections/get/${name}?token=anything`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${reader}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

describe('the content in the wire format of Cockpit', () => {
  it('answers the call for one page as Cockpit does', async () => {
    const filter = { published: true, title_slug: 'about' };
    const { status, body } = await collection('pages', { filter, populate: 3, simple: 1, lang: 'en' });
    expect(status).toBe(200);
    expect(body).toMatchObject([{ _id: 'about', title: 'About', title_slug: 'about', published: true }]);
    const [page] = body as Record<string, unknown>[];
    expect(Object.keys(page ?? {}).filter((name) => /_(de|it|es)$/.test(name))).toEqual([]);
    const [first] = page?.['components'] as { component: string; settings: object }[];
    expect(first?.component).toBe('hero');
    expect(first?.settings).toHaveProperty('title');
  });

  it('answers an unknown page with an empty list', async () => {
    const filter = { published: true, title_slug: 'no-such-page' };
    expect(await collection('pages', { filter, simple: 1 })).toEqual({ status: 200, body: [] });
    expect((await collection('pages', { filter })).body).toMatchObject({ entries: [], total: 0 });
    expect((await collection('pages', { filter: { published: false }, simple: 1 })).body).toEqual([]);
  });

  it('returns fields, items and a total without `simple`, for which the text "false" counts as true', async () => {
    const { body } = await collection('pages', { limit: 2 });
    const { fields, entries, total } = body as { fields: object; entries: unknown[]; total: number };
    expect(fields).toMatchObject({ title: { name: 'title', type: 'text', localize: true, options: { slug: true } } });
    expect(entries).toHaveLength(2);
    expect(total).toBeGreaterThan(2);
    expect((await collection('pages', { simple: 'false' })).body).toBeInstanceOf(Array);
    expect((await collection('pages', { simple: 0 })).body).toMatchObject({ total });
  });

  it('finds a page by its name in a language, or by its own', async () => {
    const wanted = { $or: [{ title_de_slug: 'about' }, { title_slug: 'about' }] };
    const { body } = await collection('pages', { filter: wanted, simple: 1, lang: 'de' });
    expect(body).toHaveLength(1);
  });

  it('omits what the switches hide', async () => {
    expect((await collection('pages', { filter: { title_slug: 'economic-calendar' }, simple: 1 })).body).toEqual([]);
  });

  it('answers unknown names as Cockpit does', async () => {
    expect(await collection('Pages', {})).toEqual({ status: 412, body: { error: 'Collection not found' } });
    expect((await collection('pages', { filter: { title: { $regex: 'x' } } })).status).toBe(406);
    const unknown = await fetch(`${app.url}/api/singletons/get/settings`);
    expect([unknown.status, await unknown.text()]).toEqual([404, '']);
    expect((await fetch(`${app.url}/api/collections/get/pages`)).status).toBe(405);
  });

  it('has the settings, in a language and in all', async () => {
    const get = async (query: string) =>
      (await (await fetch(`${app.url}/api/singletons/get/Settings${query}`)).json()) as Record<string, unknown>;
    expect(await get('?lang=en')).toMatchObject({ footer_copyright: expect.stringContaining('{{year}}') as string });
    expect(await get('?lang=fr')).toEqual(await get('?lang=en'));
    expect((await get('?lang=de'))['popups']).toBeInstanceOf(Array);
  });

  it('can be read by another of our sites as its CMS', async () => {
    const read = await loadWhole(createCockpitV1Source({ url: app.url, token: 'none-needed' }));
    const own = await loadWhole(createLocalSource('src/content'));
    expect(read.pages.map(({ slug }) => slug)).toEqual(
      own.pages.map(({ slug }) => slug).filter((slug) => slug !== 'economic-calendar'),
    );
    expect(read.calendar).toEqual(own.calendar);
  });
});

describe('any question', () => {
  const nested = (levels: number) =>
    Array.from({ length: levels }).reduce<unknown>((filter) => ({ $or: [filter] }), { published: true });

  it('is refused if its filter is deep or large', async () => {
    expect((await collection('pages', { filter: nested(2), simple: 1 })).status).toBe(200);
    const many = { $or: Array.from({ length: filterLimits.values + 1 }, () => ({ title_slug: 'about' })) };
    for (const filter of [nested(3), nested(3_000), many]) {
      const { status, body } = await collection('pages', { filter });
      expectRefusal(status, body, 'VALIDATION');
      expect(body).toMatchObject({
        error: { fields: { filter: expect.stringContaining('can have up to') as string } },
      });
    }
  });

  it('is never a fault, and inherited properties match nothing', async () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty'])
      expect(
        (await collection('pages', { filter: { [name]: null, title_slug: 'about' }, simple: 1 })).body,
      ).toHaveLength(1);
    const sample = { filter: { published: true }, simple: 1, lang: 'en', limit: 1, skip: 0 };
    for (const body of [...spoiled(sample), { limit: { toString: null } }, ...wrongWholes])
      expect([200, 400, 406]).toContain((await collection('pages', body)).status);
    reader += 1;
    const anything = fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), fc.jsonValue(), async (filter, lang) => {
      expect([200, 400, 406]).toContain((await collection('calendar', { filter, lang })).status);
    });
    await fc.assert(anything, { numRuns: 50 });
    expect(app.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is limited for each reader', async () => {
    const ask = () => collection('calendar', { limit: 1, simple: 1 });
    const answers = await Promise.all(Array.from({ length: readAllowance.points }, ask));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { status, body } = await ask();
    expectRefusal(status, body, 'TOO_MANY_REQUESTS');
    const headers = { 'x-forwarded-for': `203.0.113.${reader}` };
    const settings = await fetch(`${app.url}/api/singletons/get/Settings`, { headers });
    expect([settings.status, Number(settings.headers.get('retry-after')) > 0]).toEqual([429, true]);
    reader += 1;
    expect((await ask()).status).toBe(200);
  });
});
