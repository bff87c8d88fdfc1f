import type { Page, WebSocketRoute } from '@playwright/test';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { readShift } from '../layout-shift.ts';
import { expect, test } from '../product-test.ts';

const board = '.board';
const strip = '.strip';
const table = '[data-cross-rates]';

/** Every price socket that the page opened, and whether it is still open. */
function followSockets(page: Page): { isOpen: boolean }[] {
  const sockets: { isOpen: boolean }[] = [];
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/socket.io/')) return;
    const followed = { isOpen: true };
    sockets.push(followed);
    socket.on('close', () => (followed.isOpen = false));
  });
  return sockets;
}

/** Simulates what the browser tells a page when its tab is hidden or shown again. */
function setHidden(page: Page, hidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

/**
 * Watches the block until its first rate has changed `changes` times. Returns whether any value was tinted by then, and
 * how many animations run.
 */
function watchTints(page: Page, changes: number): Promise<{ isTinted: boolean; animations: number }> {
  return page.locator(board).evaluate(
    (block, wanted) =>
      new Promise((tell) => {
        const rate = block.querySelector('[data-rate]');
        let [seen, isTinted, before] = [0, false, rate?.textContent];
        const observer = new MutationObserver(() => {
          isTinted ||= document.querySelector('[data-tint]') !== null;
          if (rate?.textContent === before) return;
          before = rate?.textContent;
          if (++seen < wanted) return;
          observer.disconnect();
          tell({ isTinted, animations: document.getAnimations().length });
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
    changes,
  );
}

test('prices move while the page is visible, and nothing around them moves', async ({ page }) => {
  const sockets = followSockets(page);
  await page.goto('/about', { waitUntil: 'networkidle' });
  expect(sockets).toEqual([]);
  await page.goto('/');

  await test.step('the hero, the strip and the cross rates', async () => {
    for (const block of [board, strip, table]) {
      const part = page.locator(block);
      await part.scrollIntoViewIfNeeded();
      await expect(part).toHaveAttribute('data-live', 'live');
      await expect(part.getByText('Live')).toBeVisible();
      await expect(part.getByText('Simulated prices')).toBeVisible();
      const before = await part.innerText();
      await expect.poll(() => part.innerText(), { intervals: [100] }).not.toBe(before);
    }
    await expect(page.locator(`${table} td:empty`)).toHaveCount(0);
    await expect(page.locator(`${board} [data-trend]`).first()).toContainText(/[+−-]\d/);
    expect(await readShift(page)).toBe(0);
    expect(sockets).toEqual([{ isOpen: true }]);
  });

  await test.step('values are tinted as they change, and never with reduced motion', async () => {
    await page.locator(board).scrollIntoViewIfNeeded();
    expect(await watchTints(page, 1)).toEqual({ isTinted: true, animations: 0 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(page.locator('[data-tint]')).toHaveCount(0);
    expect(await watchTints(page, 3)).toEqual({ isTinted: false, animations: 0 });
  });

  await test.step('a hidden page receives no prices', async () => {
    await setHidden(page, true);
    await expect.poll(() => sockets).toEqual([{ isOpen: false }]);
    await setHidden(page, false);
    await expect.poll(() => sockets).toEqual([{ isOpen: false }, { isOpen: true }]);
  });

  await test.step('they are accessible', async () => {
    for (const block of [board, strip, table]) {
      await page.locator(block).scrollIntoViewIfNeeded();
      await expect(page.locator(block)).toHaveAttribute('data-live', 'live');
      await expectNoFaultsInBothThemes(page, block);
    }
  });

  await test.step('on a narrow screen the table scrolls inside its own box, with sticky heads', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const scroller = page.getByRole('region', { name: /currencies/ });
    await scroller.scrollIntoViewIfNeeded();
    const head = page.getByRole('rowheader', { name: /^CHF/ });
    const before = await head.boundingBox();
    await scroller.focus();
    await page.keyboard.press('End');
    await scroller.evaluate((element) => element.scrollTo({ left: 600 }));
    await expect.poll(() => scroller.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(300);
    expect((await head.boundingBox())?.x).toBe(before?.x);
  });
});

/**
 * A server that cannot be reached until the test releases it; records the page's price sockets and its other requests.
 */
async function holdServer(page: Page) {
  const sockets: WebSocketRoute[] = [];
  let isAway = true;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isAway) void socket.close();
    else {
      socket.connectToServer();
      sockets.push(socket);
    }
  });
  await page.route('**/api/get/*', (route) => (isAway ? route.abort() : route.continue()));
  return {
    comeBack: () => void (isAway = false),
    async goAway() {
      isAway = true;
      await Promise.all(sockets.map((socket) => socket.close()));
    },
  };
}

test('a page without prices says so in the same space; known prices freeze until new ones arrive', async ({ page }) => {
  const server = await holdServer(page);
  await page.goto('/');
  for (const block of [board, strip, table]) {
    await page.locator(block).scrollIntoViewIfNeeded();
    await expect(page.locator(block)).toHaveAttribute('data-live', 'unavailable');
    await expect(page.locator(block).getByText("Prices aren't available right now")).toBeVisible();
  }
  expect(await readShift(page)).toBe(0);

  await page.locator(board).scrollIntoViewIfNeeded();
  server.comeBack();
  await expect(page.locator(board)).toHaveAttribute('data-live', 'live');
  await server.goAway();
  await expect(page.locator(board).getByText(/^As of \d\d:\d\d UTC$/)).toBeVisible();
  await expect(page.locator(`${board} [data-rate]`).first()).toHaveText(/\d/);
  server.comeBack();
  await expect(page.locator(board)).toHaveAttribute('data-live', 'live', { timeout: 30_000 });
});
