import type { Page } from '@playwright/test';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { expectNoFaults } from '../accessibility.ts';
import { chooseTheme, expectTerminalReady, openTerminal, terminal } from '../customer.ts';
import { tabTo, typeOver } from '../keyboard.ts';
import { expect, test } from '../product-test.ts';
import { drawn } from '../chart/chart-parts.ts';
import { cellOf, expectShut, far, open } from './level-parts.ts';

const lowest = /^Can't be lower than [\d,]+\.\d\d$/;
const highest = /^Can't be higher than [\d,]+\.\d\d$/;

/** Counts the changes of levels that are sent. */
function countUpdates(page: Page): { count: number } {
  const sent = { count: 0 };
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"updatePosition"')) sent.count++;
    });
  });
  return sent;
}

/** Lets a test stop the prices of the page. */
async function stoppable(page: Page): Promise<{ isStopped: boolean }> {
  const market = { isStopped: false };
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!market.isStopped || !String(message).startsWith('42/prices')) socket.send(message);
    });
  });
  return market;
}

for (const [side, level, wrong, message, right] of [
  ['Buy', 'Take profit', far.below, lowest, far.above],
  ['Buy', 'Stop loss', far.above, highest, far.below],
  ['Sell', 'Take profit', far.above, highest, far.below],
  ['Sell', 'Stop loss', far.below, lowest, far.above],
] as const) {
  test(`${level} of a ${side}: set, changed and removed with the keyboard, and sent only where it is valid`, async ({
    page,
  }) => {
    const sent = countUpdates(page);
    await openTerminal(page);
    const cell = cellOf(await open(page, side), level);
    const shown = `${Number(right).toLocaleString('en')}.00`;

    await tabTo(page, cell.button);
    await expect(cell.button).toHaveText(/^Set/);
    await page.keyboard.press('Enter');
    await expect(cell.input).toBeFocused();
    await page.keyboard.type(wrong);
    await expect(cell.message).toHaveText(message);
    await expect(cell.input).toHaveAttribute('aria-invalid', 'true');
    await expect(cell.input).toHaveAccessibleDescription(message);
    await page.keyboard.press('Enter');
    await expect(cell.input).toBeFocused();
    expect(sent.count).toBe(0);

    await typeOver(page, right);
    // So far away a stop loss would never fire: the position has lost its amount before.
    await expect(cell.message).toHaveText(
      level === 'Stop loss'
        ? new RegExp(`^${side} ends at [\\d,.]+ first: this would never fire$`)
        : /^Closes with about [+−-]€[\d,.]+$/,
    );
    await expect(cell.input).toHaveAttribute('aria-invalid', 'false');
    await page.keyboard.press('Enter');
    await expect(cell.button).toContainText(shown);
    await expect(cell.button).toBeFocused();
    expect(sent.count).toBe(1);

    // The server has it.
    await page.reload();
    await expectTerminalReady(page);
    await expect(cell.button).toContainText(shown);

    await tabTo(page, cell.button);
    await page.keyboard.press('Enter');
    await expect(cell.input).toHaveValue(right);
    await page.keyboard.press('Escape');
    await expectShut(cell);
    await expect(cell.button).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, cell.remove);
    await page.keyboard.press('Enter');
    await expect(cell.button).toHaveText(/^Set/);
    await expect(cell.button).toBeFocused();
    expect(sent.count).toBe(2);
  });
}

test('the message has the price of the moment on the closing side', async ({ page }) => {
  await openTerminal(page);
  for (const [side, column, wrong] of [
    ['Buy', 'sell', far.below],
    ['Sell', 'buy', far.above],
  ] as const) {
    const cell = cellOf(await open(page, side), 'Take profit');
    await cell.button.click();
    await cell.input.fill(wrong);
    await expect(cell.message).toHaveText(/than/);
    const market = terminal(page).market.locator(`[data-current] [data-cell="${column}"]`);
    for (let looks = 0; looks < 3; looks++) {
      // Both are written in the same frame, so both are read in the same moment.
      const [text, price] = await cell.message.evaluate(
        (message, other) => [message.textContent, (other as Element).textContent],
        await market.elementHandle(),
      );
      expect(text.endsWith(` than ${price}`)).toBe(true);
      await expect(market).not.toHaveText(price);
    }
  }
});

test('an emptied level is none; one that was not changed is not sent; a word is no price', async ({ page }) => {
  const sent = countUpdates(page);
  await openTerminal(page);
  const cell = cellOf(await open(page, 'Buy'), 'Stop loss');
  await cell.button.click();
  await page.keyboard.type('1,234.50');
  await page.keyboard.press('Enter');
  await expect(cell.button).toContainText('1,234.50');
  await expectShut(cell);

  await page.keyboard.press('Enter');
  await expect(cell.input).toBeFocused();
  await page.keyboard.press('Enter');
  await expectShut(cell);
  await expect(cell.button).toBeFocused();
  expect(sent.count).toBe(1);

  await page.keyboard.press('Enter');
  await expect(cell.input).toBeFocused();
  await typeOver(page, 'low');
  await expect(cell.message).toHaveText(/^Write the price as \d+\.\d+$/);
  await page.keyboard.press('Enter');
  await typeOver(page, '');
  await expect(cell.message).toHaveText('');
  await page.keyboard.press('Enter');
  await expect(cell.button).toHaveText(/^Set/);
  expect(sent.count).toBe(2);
});

for (const theme of ['dark', 'light'] as const) {
  test(`the form holds on a phone and has no faults, ${theme}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      ...{ baseURL, locale: 'en-GB', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      ...{ reducedMotion: 'reduce' },
    });
    const page = await context.newPage();
    await chooseTheme(page, theme);
    await openTerminal(page);
    const before = await terminal(page).rows.count();
    await page.getByRole('button', { name: /^Sell/ }).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Amount').fill('10');
    await sheet.getByRole('button', { name: /^Sell/ }).tap();
    await expect(sheet).toHaveCount(0);
    await expect(terminal(page).rows).toHaveCount(before + 1);
    const cell = cellOf(terminal(page).rows.first(), 'Stop loss');
    await cell.button.tap();
    await cell.input.fill(far.below);
    await expect(cell.message).toHaveText(lowest);
    const boxes = [await cell.input.boundingBox(), await cell.save.boundingBox()];
    for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(44);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectNoFaults(page);
    await cell.input.fill(far.above);
    await cell.save.tap();
    await expect(cell.button).toContainText('900,000.00');
    await context.close();
  });
}

for (const width of [900, 1440]) {
  test(`the form leaves the table as it is and stays on the screen at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const market = await stoppable(page);
    await openTerminal(page);
    const row = await open(page, 'Buy');
    // A profit of another length would move the columns.
    market.isStopped = true;
    await drawn(page);
    const cells = () =>
      row.evaluate((element) =>
        [...element.children].map((cell) => {
          const { x, y, width: cellWidth, height } = cell.getBoundingClientRect();
          return [x, y, cellWidth, height];
        }),
      );
    const before = await cells();
    for (const level of ['Stop loss', 'Take profit'] as const) {
      const cell = cellOf(row, level);
      await cell.button.click();
      await expect(cell.input).toBeFocused();
      expect(await cells()).toEqual(before);
      const [rowBox, form] = [(await row.boundingBox())!, (await row.locator('form').boundingBox())!];
      expect(form.y).toBeGreaterThanOrEqual(rowBox.y + rowBox.height - 4);
      expect(form.x).toBeGreaterThanOrEqual(0);
      expect(form.x + form.width).toBeLessThanOrEqual(width);
      expect(form.y + form.height).toBeLessThanOrEqual(800);
      await page.keyboard.press('Escape');
      await expect(cell.input).toHaveCount(0);
    }
  });
}

test('what a level means is not said before it was held against the price', async ({ page }) => {
  await openTerminal(page);
  const cell = cellOf(await open(page, 'Buy'), 'Stop loss');
  await cell.button.click();
  const said = await cell.message.evaluateHandle((message) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(message.textContent)).observe(message, { childList: true, subtree: true });
    return texts;
  });
  await page.keyboard.type(far.above);
  await expect(cell.message).toHaveText(highest);
  expect((await said.jsonValue()).filter((text) => /^Closes|never fire/.test(text))).toEqual([]);
});

test('the message comes and goes with the price while nobody types', async ({ browser }) => {
  const data = await makeDataFolder();
  // A market whose prices swing around where they began, there and back in 5 s.
  const program = 'tests/support/programs/crowded-server.ts';
  const product = await startProduct({ dataDir: data.path, program, env: { SWING_MS: '5000' } });
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' });
  try {
    const page = await context.newPage();
    await openTerminal(page);
    const cell = cellOf(await open(page, 'Buy'), 'Take profit');
    await cell.button.click();
    await page.keyboard.type('96420.5');
    for (let swings = 0; swings < 2; swings++) {
      await expect(cell.message).toHaveText(lowest, { timeout: 20_000 });
      await expect(cell.message).toHaveText(/^Closes with about/, { timeout: 20_000 });
    }
  } finally {
    await context.close();
    await product.stop();
    await data.remove();
  }
});
