import { logIn, minorIn, openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

// What changes around a ticket that is open: its price, the free margin, the width of the screen.

test('too much is no fault any more once the free margin has grown', async ({ page }) => {
  await openTerminal(page);
  const { ticket, rows } = terminal(page);
  const amount = ticket.getByLabel('Amount');
  const freeMargin = page.locator('[data-figure="freeMargin"]');
  const [before, beforeMinor] = [await rows.count(), await minorIn(freeMargin)];
  await amount.fill('500');
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect(rows).toHaveCount(before + 1);
  await expect.poll(() => minorIn(freeMargin)).toBe(beforeMinor - 50_000);
  await amount.fill(String((beforeMinor - 30_000) / 100));
  await expect(amount).toHaveAccessibleDescription(/^At most/);
  await rows.first().getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click();
  await expect(amount).toHaveAccessibleDescription(/^Free margin/);
  await expect(amount).toHaveAttribute('aria-invalid', 'false');
});

for (const [where, width] of [
  ['beside the chart', 1440],
  ['on the bar of a phone', 360],
] as const) {
  test(`${where}, with a side at zero there is nothing to press until it is back, and the keyboard stays there`, async ({
    page,
  }) => {
    let isZero = true;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        socket.send(isZero ? String(message).replace(/("BTCUSD":\{"buy":)[\d.]+/, '$10') : message);
      });
    });
    await page.setViewportSize({ width, height: 800 });
    await logIn(page, 'demo@example.com');
    await page.goto('/platform/BTCUSD');
    const group = page.getByRole('group', { name: 'New trade' });
    const sides = group.getByRole('button', { name: /^(Buy|Sell)/ });
    const unavailable = group.getByRole('status').getByText('Temporarily unavailable');
    await expect(unavailable).toBeVisible();
    await expect(sides).toHaveCount(0);
    isZero = false;
    await expect(sides).toHaveCount(2);
    await expect(unavailable).toHaveCount(0);
    await sides.last().focus();
    isZero = true;
    await expect(unavailable).toBeVisible();
    await expect(group).toBeFocused();
    isZero = false;
    await expect(sides).toHaveCount(2);
    await expect(group).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(sides.first()).toBeFocused();
  });
}

test('a sheet that went with the narrow screen does not come back with it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTerminal(page);
  await page.getByRole('button', { name: /^Buy/ }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect(sheet).toHaveCount(0);
  await expect(terminal(page).ticket).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(terminal(page).ticket).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Buy/ })).toBeVisible();
  await expect(sheet).toHaveCount(0);
});
