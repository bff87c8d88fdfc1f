import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getPopups, readPopup } from '../../src/lib/contract/calls.ts';
import type { Popup } from '../../src/lib/contract/entities.ts';
import type { Queries } from '../../src/server/db/database.ts';
import { listPopups } from '../../src/server/popups/popups-rows.ts';
import type { PopupDraft } from '../../src/server/popups/publish-popup.ts';
import { publishPopup, withdrawPopup } from '../../src/server/popups/publish-popup.ts';
import type { TestApp } from '../support/test-app.ts';
import { createTestApp } from '../support/test-app.ts';

let shop: TestApp;
let demo: string;
let other: string;

beforeAll(async () => {
  shop = await createTestApp();
  demo = (await shop.logIn('demo@example.com')).accessToken;
  other = (await shop.logIn('new@example.com')).accessToken;
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.app.database.query({ text: 'delete from popup_reads', values: [] });
  await shop.app.database.query({ text: 'delete from popups', values: [] });
});

const parts = () => ({ database: shop.app.database, runtime: shop.runtime });

async function publish(draft: Partial<PopupDraft> = {}): Promise<string> {
  const published = await publishPopup(parts(), { accountId: null, title: 'News', html: '<p>Text</p>', ...draft });
  if (!published.ok) throw new Error(published.problem.code);
  return published.id;
}

async function unread(accessToken: string): Promise<Popup[]> {
  const { body } = await shop.call(getPopups, { accessToken, body: {} });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data;
}

const titles = async (accessToken: string) => (await unread(accessToken)).map(({ title }) => title);
const read = (accessToken: string, id: string) => shop.call(readPopup, { accessToken, body: { id } });

async function accountOf(email: string): Promise<number> {
  const text = 'select id from accounts where email = $1';
  const { rows } = await shop.app.database.query<{ id: number }>({ text, values: [email] });
  return Number(rows[0]?.id);
}

test('a message for everybody is sent to each customer until that customer has read it', async () => {
  const id = await publish();
  expect(await unread(demo)).toEqual([{ id, title: 'News', content: '<p>Text</p>' }]);
  expect(await read(demo, id)).toMatchObject({ status: 200, body: { data: null } });
  expect(await titles(demo)).toEqual([]);
  expect(await titles(other)).toEqual(['News']);
});

test('reading it again changes nothing', async () => {
  const id = await publish();
  await read(demo, id);
  expect((await read(demo, id)).status).toBe(200);
  const { rows } = await shop.app.database.query({ text: 'select * from popup_reads', values: [] });
  expect(rows).toHaveLength(1);
});

test('a message for one customer can be neither seen nor marked by others', async () => {
  const id = await publish({ accountId: await accountOf('new@example.com'), title: 'Yours' });
  expect(await titles(demo)).toEqual([]);
  expect(await read(demo, id)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  expect(await titles(other)).toEqual(['Yours']);
});

test('the oldest comes first', async () => {
  await publish({ title: 'First' });
  shop.runtime.advance(1_000);
  await publish({ title: 'Second' });
  expect(await titles(demo)).toEqual(['First', 'Second']);
});

test('a withdrawn message is sent to nobody, but can still be marked by a customer who has it on the screen', async () => {
  const id = await publish();
  const before = new Date(shop.runtime.now());
  expect(await withdrawPopup(parts(), id)).toEqual({ ok: true, before: null });
  expect(await withdrawPopup(parts(), id)).toEqual({ ok: true, before });
  expect(await titles(demo)).toEqual([]);
  expect((await read(demo, id)).status).toBe(200);
  expect(await withdrawPopup(parts(), '00000000-0000-4000-8000-000000000000')).toMatchObject({ ok: false });
});

test('no script in a message runs, whoever wrote it into the database', async () => {
  const html = '<p onclick="alert(1)">A</p><script>alert(2)</script><a href="javascript:alert(3)">b</a>';
  const clean = '<p>A</p><a>b</a>';
  const id = await publish({ html });
  expect((await unread(demo))[0]?.content).toBe(clean);
  await shop.app.database.query({ text: 'update popups set content = $2 where id = $1', values: [id, html] });
  expect((await unread(demo))[0]?.content).toBe(clean);
});

test.each([
  { title: ' ', html: '<p>Text</p>', field: 'title' },
  { title: 'x'.repeat(201), html: '<p>Text</p>', field: 'title' },
  { title: 'News', html: '<script>alert(1)</script>', field: 'html' },
  { title: 'News', html: 'x'.repeat(50_001), field: 'html' },
])('a message with an invalid $field is not published', async ({ title, html, field }) => {
  const refused = await publishPopup(parts(), { accountId: null, title, html });
  expect(refused).toMatchObject({ ok: false, problem: { code: 'VALIDATION' } });
  expect(refused.ok || Object.keys(refused.problem.fields ?? {})).toEqual([field]);
  expect(await titles(demo)).toEqual([]);
});

test('an operator sees how many customers have read each message', async () => {
  const [both, withdrawn] = [await publish({ title: 'Both' }), await publish({ title: 'Withdrawn' })];
  await publish({ title: 'Nobody' });
  for (const [reader, id] of [
    [demo, both],
    [other, both],
    [demo, withdrawn],
  ] as const)
    await read(reader, id);
  await withdrawPopup(parts(), withdrawn);
  const list = async (onlyShown: boolean, most = 10) => {
    const rows = await listPopups(shop.app.database, { onlyShown, most });
    return rows.map(({ title, readBy }) => [title, readBy]).sort();
  };
  expect(await list(true)).toEqual([
    ['Both', 2],
    ['Nobody', 0],
  ]);
  expect(await list(false)).toEqual([
    ['Both', 2],
    ['Nobody', 0],
    ['Withdrawn', 1],
  ]);
  expect(await list(false, 1)).toHaveLength(1);
});

interface Plan {
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Plan[];
}

test('the read marks of twenty messages are counted in one pass', async () => {
  for (const title of Array.from({ length: 20 }, (_, at) => `News ${at}`)) await read(demo, await publish({ title }));
  let plan: Plan | undefined;
  const explaining = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await shop.app.database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      return { rows: [] };
    },
  } as unknown as Queries;
  await listPopups(explaining, { onlyShown: true, most: 50 });
  const loopsOf = (node: Plan): number[] => [
    ...(node['Relation Name'] === 'popup_reads' ? [node['Actual Loops']] : []),
    ...(node.Plans ?? []).flatMap(loopsOf),
  ];
  expect(plan && loopsOf(plan)).toEqual([1]);
});
