import { openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

test('a key that is held down is one order', async ({ page }) => {
  await openTerminal(page);
  const { ticket, rows } = terminal(page);
  const before = await rows.count();
  await ticket.getByLabel('Amount').fill('10');
  await ticket.getByRole('button', { name: /^Buy/ }).focus();
  await page.keyboard.down('Enter');
  await expect(rows).toHaveCount(before + 1);
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  // An order of the key would have been sent before this one.
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(before + 2);
});

test.describe('on a phone', () => {
  // A message on its way to its place is not where it lies.
  test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } });

  test('what the last order said does not lie on the button of the next one', async ({ page }) => {
    await openTerminal(page);
    const sheet = page.getByRole('dialog');
    const buy = page.getByRole('button', { name: /^Buy/ });
    await buy.click();
    await sheet.getByRole('button', { name: /^Buy/ }).click();
    await expect(sheet).toHaveCount(0);
    await buy.click();
    const toast = await sheet.getByRole('status').boundingBox();
    const button = await sheet.getByRole('button', { name: /^Buy/ }).boundingBox();
    expect(toast!.y).toBeLessThan(24);
    expect(toast!.y + toast!.height).toBeLessThan(button!.y);
  });
});
