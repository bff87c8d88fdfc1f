import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
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
const openPositions = 50;
const manyPositions = amount({ full: 3_000, smoke: 100 });
const manyAssets = 200;
const tracedMs = amount({ full: 10_000, smoke: 1_000 });

/** Opens the terminal of the demo customer in a browser, on a product with a data folder of its own. */
async function withTerminal<Result>(
  options: Omit<StartOptions, 'dataDir'>,
  use: (page: Page, url: string, browser: Browser) => Promise<Result>,
): Promise<Result> {
  const data = await makeDataFolder();
  const product = await startProduct({ dataDir: data.path, ...options });
  const browser = await chromium.launch(await findBrowserLaunch());
  try {
    const viewport = { width: 1440, height: 900 };
    const page = await browser.newPage({ baseURL: product.url, viewport, locale: 'en-GB' });
    await page.addInitScript(() => localStorage.setItem('tables-height', '640'));
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

/** Traces the page's main thread for ten seconds while every asset moves ten times a second. */
function traceTerminal(options: Omit<StartOptions, 'dataDir'>): Promise<MainThreadWork> {
  return withTerminal(options, async (page, _url, browser) => {
    await page.waitForLoadState('networkidle');
    return traceMainThread(browser, page, () => page.waitForTimeout(tracedMs));
  });
}

/** Traces the terminal with this many open positions, whose amounts the demo customer's balance covers. */
function traceCrowd(open: number): Promise<MainThreadWork> {
  const env = { OPEN: String(open), LEAST_MINOR: open > openPositions ? '100' : '10000' };
  return traceTerminal({ program: 'tests/support/programs/crowded-server.ts', env });
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
  const many = await traceTerminal({ program: 'tests/support/programs/busy-server.ts' });
  const busy = ({ busyShare }: MainThreadWork) => busyShare * 100;
  const baseline = { name: 'none open', value: busy(idle) };
  const note = `${seedAssets.length} assets at ten moves a second, the table 640 px high`;
  const goals = [{ most: 30 }, { most: 60 }];
  return [
    wait('median', 0.5),
    wait('p95', 0.95),
    { figure: `main thread with ${manyAssets} assets`, value: busy(many), unit: '% busy', goal: { most: 25 } },
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
