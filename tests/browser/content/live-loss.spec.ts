import { expect, test } from '../restartable-test.ts';

const board = '.board';

test('prices stand still with their time while the server is away, and move again when it is back', async ({
  page,
  server,
}) => {
  await page.goto('/');
  await expect(page.locator(board)).toHaveAttribute('data-live', 'live');
  await server.stop();
  await expect(page.locator(board).getByText(/^As of \d\d:\d\d UTC$/)).toBeVisible();
  await expect(page.locator(`${board} [data-rate]`).first()).toHaveText(/\d/);
  await server.start();
  await expect(page.locator(board)).toHaveAttribute('data-live', 'live', { timeout: 30_000 });
});
