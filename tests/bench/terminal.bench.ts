import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import type { ChartLayout } from '../../src/lib/contract/chart/chart-layout.ts';
import { seedAssets } from '../../src/server/seed/asset-list.ts';
import { expectTerminalReady, logIn, terminal } from '../browser/customer.ts';
import type { RemoteCustomer } from '../support/order-stream.ts';
import { enterAs } from '../support/order-stream.ts';
import { findBrowserLaunch } from '../support/product/find-chromium.ts';
import type { StartOptions } from '../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';
import { followClicks } from './peers/follow-clicks.ts';
import type { MainThreadWork } from './peers/main-thread.ts';
import { traceMainThread } from './peers/main-thread.ts';

const orders = amount({ full: 40, smoke: 3 });
const warmUpOrders = amount({ full: 5, smoke: 1 });
const fewPositions = 6;
const openPositions = 50;
const manyPositions = amount({ full: 3_000, smoke: 100 });
const manyAssets = 200;
const tracedMs = amount({ full: 10_000, smoke: 1_000 });

interface TerminalOptions extends Omit<StartOptions, 'dataDir'> {
  /** The height of the tables; by default they take most of the screen. */
  tablesPx?: number;
}

/** Opens the terminal of the demo customer in a browser, on a product with a data folder of its own. */
async function withTerminal<Result>(
  { tablesPx = 640, ...options }: TerminalOptions,
  use: (page: Page, url: string, browser: Browser) => Promise<Result>,
): Promise<Result> {
  const data = await makeDataFolder();
  const product = await startProduct({ dataDir: data.path, ...options });
  const browser = await chromium.launch(await findBrowserLaunch());
  try {
    const viewport = { width: 1440, height: 900 };
    const page = await browser.newPage({ baseURL: product.url, viewport, locale: 'en-GB' });
    await page.addInitScript((px) => localStorage.setItem('tables-height', px), String(tablesPx));
    await logIn(page, 'demo@example.com');
    await page.goto('/platform/BTCUSD');
    await expectTerminalReady(page);
    return await use(page, product.url, browser);
  } finally {
    await browser.close();
    await product.stop();
    await data.remove();
  }
}

/** Makes the same order without a browser; returns the milliseconds from its emit to its acknowledgement. */
async function orderBySocket(customer: RemoteCustomer): Promise<number> {
  const sentAt = performance.now();
  const answer = await customer.ask('openPosition', customer.order(randomUUID()));
  if (!answer || answer.error) throw new Error(`An order was refused: ${answer?.code ?? 'no answer'}`);
  return performance.now() - sentAt;
}

interface Waits {
  clicks: number[];
  acknowledgements: number[];
}

/** Alternates orders by a click and by a socket, so that other load on the machine affects both alike. */
async function orderInTurn(page: Page, url: string): Promise<Waits> {
  const { ticket, rows } = terminal(page);
  const bare = await enterAs(url, 'limited@example.com');
  await ticket.getByLabel('Amount').fill('10');
  await page.evaluate(followClicks, '[data-direction="buy"]');
  const acknowledgements: number[] = [];
  const before = await rows.count();
  for (let order = 0; order < orders; order++) {
    await ticket.getByRole('button', { name: /^Buy/ }).click();
    await rows.nth(before + order).waitFor();
    acknowledgements.push(await orderBySocket(bare));
  }
  bare.leave();
  const clicks = await page.evaluate(() => (globalThis as { clickWaits?: number[] }).clickWaits ?? []);
  if (clicks.length !== orders) throw new Error(`${clicks.length} of ${orders} clicks led to a new row`);
  return { clicks: clicks.slice(warmUpOrders), acknowledgements: acknowledgements.slice(warmUpOrders) };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

/**
 * Traces the page's main thread for ten seconds while every asset moves ten times a second. `prepare` sets the page up
 * for that.
 */
function traceTerminal(
  options: TerminalOptions,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<MainThreadWork> {
  return withTerminal(options, async (page, _url, browser) => {
    await prepare(page);
    await page.waitForLoadState('networkidle');
    return traceMainThread(browser, page, () => page.waitForTimeout(tracedMs));
  });
}

/** Traces the terminal with this many open positions, whose amounts the demo customer's balance covers. */
function traceCrowd(open: number): Promise<MainThreadWork> {
  const env = { OPEN: String(open), LEAST_MINOR: open > openPositions ? '100' : '10000' };
  return traceTerminal({ program: 'tests/support/programs/crowded-server.ts', env });
}

/** Traces the usual screen of an active customer: six positions, a year of days and three indicators on the chart. */
function traceIndicators(): Promise<MainThreadWork> {
  // With the whole history, the demo customer has six open positions.
  const env = { SEED_HISTORY: 'full' };
  const options = { program: 'tests/support/programs/crowded-server.ts', env, tablesPx: 240 };
  return traceTerminal(options, showIndicators);
}

const common = { source: 'close', colour: 'blue' } as const;
const indicators: ChartLayout['indicators'] = [
  { ...common, id: 'ema', kind: 'ema', inputs: { period: 20 } },
  { ...common, id: 'bollinger', kind: 'bollinger', inputs: { period: 20, width: 2 } },
  { ...common, id: 'rsi', kind: 'rsi', inputs: { period: 14 } },
];

/** Opens the chart again with three indicators, as the customer has saved it. */
async function showIndicators(page: Page): Promise<void> {
  const logIn = { email: 'demo@example.com', password: 'demo1234' };
  const entered = await page.request.post('/api/accounts/login', { data: logIn });
  const session = (await entered.json()) as { data: { access_token: string } };
  const layout: ChartLayout = {
    ...{ type: 'candles', scale: 'linear' },
    ...{ indicators, drawings: [], compared: [] },
  };
  const saved = await page.request.post('/api/accounts/saveChart', {
    headers: { authorization: `Bearer ${session.data.access_token}` },
    data: { symbol: 'BTCUSD', layout },
  });
  if (!saved.ok()) throw new Error(`The layout was not saved: ${saved.status()}`);
  await page.reload();
  await expectTerminalReady(page);
  // The demo customer has an unread message.
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  for (const { kind } of indicators) await page.locator(`[data-indicator="${kind}"]`).getByText(/\d{3}/).waitFor();
  const open = await terminal(page).rows.count();
  if (open !== fewPositions) throw new Error(`${open} positions are open`);
}

/**
 * The real product in a real browser: how long it takes until an order is visible, and what open positions cost the
 * page.
 */
export async function measure(): Promise<Measurement[]> {
  const { clicks, acknowledgements } = await withTerminal({}, orderInTurn);
  const wait = (name: string, share: number): Measurement => ({
    figure: `click on Buy to the row on screen, ${name}`,
    value: quantile(clicks, share),
    unit: 'ms',
    baseline: { name: 'order by a socket to its acknowledgement', value: quantile(acknowledgements, share) },
    note: `${clicks.length} orders`,
  });
  const idle = await traceCrowd(0);
  const crowds = [openPositions, manyPositions];
  const works = [];
  for (const open of crowds) works.push(await traceCrowd(open));
  const worked = await traceIndicators();
  const many = await traceTerminal({ program: 'tests/support/programs/busy-server.ts' });
  const busy = ({ busyShare }: MainThreadWork) => busyShare * 100;
  const baseline = { name: 'none open', value: busy(idle) };
  const note = `${seedAssets.length} assets at ten moves a second, the table 640 px high`;
  const goals = [{ most: 30 }, { most: 60 }];
  return [
    wait('median', 0.5),
    wait('p95', 0.95),
    { figure: `main thread with ${manyAssets} assets`, value: busy(many), unit: '% busy', goal: { most: 25 } },
    {
      ...{ figure: `main thread with ${fewPositions} open positions and 3 indicators`, value: busy(worked) },
      ...{ unit: '% busy', baseline, goal: { most: 25 } },
      note: `${seedAssets.length} assets at ten moves a second, a year of daily bars`,
    },
    {
      ...{ figure: `longest task with ${fewPositions} open positions and 3 indicators` },
      ...{ value: worked.longestTaskMs, unit: 'ms', note: `${worked.tasks} tasks`, goal: { most: 50 } },
    },
    ...works.map((work, index) => ({
      ...{ figure: `main thread with ${crowds[index]} open positions`, value: busy(work), unit: '% busy' },
      ...{ baseline, note, ...(goals[index] && { goal: goals[index] }) },
    })),
    ...[many, ...works].map((work, index) => ({
      figure: `longest task with ${index === 0 ? `${manyAssets} assets` : `${crowds[index - 1]} open positions`}`,
      ...{ value: work.longestTaskMs, unit: 'ms', note: `${work.tasks} tasks` },
      ...(index < 2 && { goal: { most: 50 } }),
    })),
  ];
}
