import type { Page } from '@playwright/test';
import { seedAssets, seedCategories } from '../../../src/server/seed/asset-list.ts';
import { openTerminal, terminal } from '../customer.ts';
import { holdScripts } from '../held-scripts.ts';
import { expect, test } from '../product-test.ts';

test.beforeEach(async ({ page }) => {
  await openTerminal(page);
});

const search = (page: Page) => terminal(page).market.getByRole('searchbox');
const shown = (page: Page) => terminal(page).market.getByRole('listitem').getByRole('link');

test('a row has both sides, the spread between them, the change of a day and its line', async ({ page }) => {
  const row = terminal(page).market.locator('[data-current]');
  await expect(row.locator('[data-cell="change"]')).toHaveText(/^[-+]\d+\.\d\d%$/);
  await expect(row.locator('path[data-cell="line"]')).toHaveAttribute('d', /^M.*L/);
  // All three of one moment.
  const numbers = () =>
    row.evaluate((cells) =>
      ['sell', 'buy', 'spread'].map((name) =>
        Number(cells.querySelector(`[data-cell="${name}"]`)?.textContent.replaceAll(',', '')),
      ),
    );
  await expect
    .poll(async () => {
      const [sell = 0, buy = 0, spread = 0] = await numbers();
      return spread > 0 ? Math.abs(buy - sell - spread) : NaN;
    })
    .toBeLessThan(0.011);
});

test('groups hold their assets, and the arrow keys go through the groups', async ({ page }) => {
  const { market } = terminal(page);
  await expect(shown(page)).toHaveText(seedAssets.map(({ symbol }) => symbol));
  for (const { id, name } of seedCategories) {
    const tab = market.getByRole('tab', { name });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(shown(page)).toHaveText(
      seedAssets.filter(({ categoryId }) => categoryId === id).map(({ symbol }) => symbol),
    );
  }
  await page.keyboard.press('ArrowLeft');
  await expect(market.getByRole('tab', { name: 'Commodities' })).toBeFocused();
  await expect(shown(page).first()).toHaveText('XAUUSD');
});

test('favourites are kept, on this screen and the next', async ({ page }) => {
  const { market } = terminal(page);
  const star = market.getByRole('button', { name: 'Favourite: ETHUSD' });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await market.getByRole('tab', { name: 'Favourites' }).click();
  await expect(shown(page)).toHaveText(['ETHUSD']);
  await star.click();
  await expect(market.getByText('No favourites yet.')).toBeVisible();
});

test('a slash leads to the search from anywhere, arrows through what it finds, Enter opens, Escape leaves', async ({
  page,
}) => {
  const before = terminal(page).positions.getByRole('tab', { name: 'History' });
  await before.click();
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('usd');
  await expect(shown(page).first()).toHaveText(/^USD/);
  await page.keyboard.press('ArrowDown');
  await expect(shown(page).nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(shown(page).nth(1)).toBeFocused();
  const chosen = (await shown(page).nth(1).textContent()) ?? '';
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/platform/${chosen}`);
  await page.keyboard.press('Escape');
  await expect(search(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveValue('');
  await expect(before).toBeFocused();
});

test('Enter in the search opens the best match, and nothing where there is none', async ({ page }) => {
  await page.keyboard.press('/');
  await page.keyboard.type('zzz');
  await expect(terminal(page).market.getByText('No asset has this in its name.')).toBeVisible();
  await page.keyboard.press('Enter');
  expect(page.url()).toContain('/platform/BTCUSD');
  await search(page).fill('eur/us');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/platform/EURUSD');
  await expect(search(page)).toHaveValue('');
  await expect(terminal(page).market.locator('[data-current]')).toBeInViewport();
});

test('a slash stays one in a field and behind a dialog, and its key can be turned off', async ({ page }) => {
  const { ticket, market } = terminal(page);
  const amount = ticket.getByLabel('Amount');
  await amount.fill('');
  await amount.press('/');
  await expect(amount).toHaveValue('/');
  await expect(amount).toBeFocused();
  const key = market.getByRole('button', { name: 'Search by pressing / anywhere' });
  await key.click();
  await expect(key).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('/');
  await expect(search(page)).not.toBeFocused();
  await page.reload();
  await expect(key).toHaveAttribute('aria-pressed', 'false');
});

test('an arrow right after a key goes to what is found by what is typed', async ({ page }) => {
  await search(page).evaluate((field: HTMLInputElement) => {
    field.focus();
    // Past React's own setter, as typing is; both in one turn, so that nothing is drawn between them.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'gold');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  });
  await expect(shown(page)).toHaveText(['XAUUSD']);
  await expect(shown(page)).toBeFocused();
});

test('another customer of the same browser has favourites of his own', async ({ page }) => {
  const { market } = terminal(page);
  await market.getByRole('button', { name: 'Favourite: ETHUSD' }).click();
  await openTerminal(page, { email: 'limited@example.com' });
  await expect(market.getByRole('button', { name: 'Favourite: ETHUSD' })).toHaveAttribute('aria-pressed', 'false');
  await openTerminal(page);
  await expect(market.getByRole('button', { name: 'Favourite: ETHUSD' })).toHaveAttribute('aria-pressed', 'true');
});

for (const width of [1440, 1280, 899, 600, 360]) {
  test(`at ${width} px every symbol is whole and every group is in sight`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { market } = terminal(page);
    const name = market.getByText('Bitcoin', { exact: true });
    if (width >= 600 && width < 900) await expect(name).toBeVisible();
    else await expect(name).toBeHidden();
    // Read again until the screen has taken its new width.
    await expect(async () => {
      const cut = await market.evaluate((list) =>
        [...list.querySelectorAll('[data-symbol]')]
          .filter((link) => link.scrollWidth > link.clientWidth)
          .map((link) => link.textContent),
      );
      expect(cut).toEqual([]);
      const box = (await market.boundingBox())!;
      for (const tab of await market.getByRole('tab').all()) {
        const { x, width: wide } = (await tab.boundingBox())!;
        expect(x).toBeGreaterThanOrEqual(box.x);
        expect(x + wide).toBeLessThanOrEqual(box.x + box.width);
      }
    }).toPass({ timeout: 10_000 });
  });
}

test('what is typed into the search before the scripts are there stays, and is searched for', async ({ page }) => {
  const letLoad = await holdScripts(page);
  await page.goto('/platform/BTCUSD', { waitUntil: 'commit' });
  await search(page).fill('EURUSD');
  letLoad();
  await expect(shown(page).first()).toHaveText('EURUSD');
  await expect(search(page)).toHaveValue('EURUSD');
});
