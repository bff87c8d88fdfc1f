import { afterAll, beforeAll, expect, test } from 'vitest';
import { getChart, saveChart } from '../../src/lib/contract/chart/chart-calls.ts';
import type { ChartLayout } from '../../src/lib/contract/chart/chart-layout.ts';
import { mostDrawings } from '../../src/lib/contract/chart/chart-layout.ts';
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

const layout: ChartLayout = {
  ...{ type: 'heikinAshi', scale: 'log', compared: ['ETHUSD'] },
  indicators: [{ id: 'a', kind: 'bollinger', source: 'hlc3', colour: 'teal', inputs: { period: 20, width: 2.5 } }],
  drawings: [
    {
      ...{ id: 'b', kind: 'trend', colour: 'orange', text: '' },
      points: [
        { time: 1_780_000_000, rate: 61_000.5 },
        { time: 1_790_000_000, rate: 58_000 },
      ],
    },
  ],
};

const load = (accessToken: string, symbol = 'BTCUSD') => shop.call(getChart, { accessToken, body: { symbol } });
const save = (accessToken: string, kept: unknown, symbol = 'BTCUSD') =>
  shop.call(saveChart, { accessToken, body: { symbol, layout: kept as ChartLayout } });

test('a saved layout is there on another device, for this account and this asset only', async () => {
  expect(await load(demo)).toMatchObject({ status: 200, body: { data: null } });
  expect(await save(demo, layout)).toMatchObject({ status: 200, body: { data: null } });
  const { accessToken: phone } = await shop.logIn('demo@example.com');
  expect((await load(phone)).body).toEqual({ status: 'success', data: layout });
  expect((await load(demo, 'EURUSD')).body).toMatchObject({ data: null });
  expect((await load(other)).body).toMatchObject({ data: null });
});

test('the last save wins, and there is one row for an asset', async () => {
  await save(demo, layout);
  await save(demo, { ...layout, type: 'line', drawings: [] });
  expect((await load(demo)).body).toMatchObject({ data: { type: 'line', drawings: [] } });
  const text = `select count(*)::int as count from chart_layouts where symbol = 'BTCUSD'`;
  const { rows } = await shop.app.database.query<{ count: number }>({ text, values: [] });
  expect(rows[0]?.count).toBe(1);
});

const [indicator] = layout.indicators;
const [drawing] = layout.drawings;

test.each([
  ['an unknown field', { ...layout, script: 'x' }],
  ['a field less', { ...layout, compared: undefined }],
  ['an unknown type', { ...layout, type: 'renko' }],
  ['an indicator with a number of another', { ...layout, indicators: [{ ...indicator, inputs: { fast: 3 } }] }],
  ['a period that is too long', { ...layout, indicators: [{ ...indicator, inputs: { period: 501, width: 2 } }] }],
  ['half a bar', { ...layout, indicators: [{ ...indicator, inputs: { period: 20.5, width: 2 } }] }],
  ['the same indicator twice', { ...layout, indicators: [indicator, indicator] }],
  ['a drawing without its second point', { ...layout, drawings: [{ ...drawing, points: [] }] }],
  ['a text that is too long', { ...layout, drawings: [{ ...drawing, text: 'x'.repeat(201) }] }],
  [
    'too many drawings',
    { ...layout, drawings: Array.from({ length: mostDrawings + 1 }, (_, at) => ({ ...drawing, id: `d${at}` })) },
  ],
])('a layout with %s is refused', async (_, wrong) => {
  expect(await save(demo, wrong)).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION' } } });
});

test('an asset that is not traded has no layout', async () => {
  expect(await load(demo, 'NOPE')).toMatchObject({ status: 404, body: { error: { code: 'UNKNOWN_SYMBOL' } } });
  expect(await save(demo, layout, 'NOPE')).toMatchObject({ status: 404 });
});

test('a body of megabytes is not read', async () => {
  const text = 'x'.repeat(1_000_000);
  expect((await save(demo, { ...layout, drawings: [{ ...drawing, text }] })).status).toBe(413);
});

test('a layout of the version that also kept whether volume is shown is read', async () => {
  await save(demo, layout);
  const text = `update chart_layouts set layout = layout || '{"volume": true}' where symbol = 'BTCUSD'`;
  await shop.app.database.query({ text, values: [] });
  expect((await load(demo)).body).toEqual({ status: 'success', data: layout });
});

test('a layout that this version does not know counts as none', async () => {
  const text = `update chart_layouts set layout = '{"type": "renko"}' where symbol = 'BTCUSD'`;
  await shop.app.database.query({ text, values: [] });
  expect((await load(demo)).body).toMatchObject({ data: null });
});

test('the row is deleted with its account', async () => {
  const text = `select pg_get_constraintdef(oid) as rule from pg_constraint
    where conrelid = 'chart_layouts'::regclass and contype = 'f'`;
  const { rows } = await shop.app.database.query<{ rule: string }>({ text, values: [] });
  expect(rows[0]?.rule).toContain('ON DELETE CASCADE');
});
