import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { drawQrCode, qrCodeSvg } from '../../../src/islands/shared/take-away/draw-qr-code.ts';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectNoSidewaysAt } from '../account-lists/list-parts.ts';
import { chooseTheme } from '../customer.ts';
import { tabTo } from '../keyboard.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect, test } from '../product-test.ts';
import { logInAsAffiliate, panel, sendTestPostback } from './affiliate-parts.ts';

/** What a reader sees in a picture of a code: its dark modules, as the path that draws them. */
function modulesOf(page: Page, png: Buffer, size: number): Promise<string> {
  return page.evaluate(
    async ([base64, modules]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
      pen.drawImage(picture, 0, 0);
      const side = picture.width / modules;
      let path = '';
      for (let y = 0; y < modules; y += 1)
        for (let x = 0; x < modules; x += 1) {
          const [red = 255] = pen.getImageData((x + 0.5) * side, (y + 0.5) * side, 1, 1).data;
          if (red < 128) path += `M${x} ${y}h1v1h-1z`;
        }
      return path;
    },
    [png.toString('base64'), size] as const,
  );
}

test('a link leads to a page, and says who sent the visitor and from where', async ({ page, context }) => {
  const faults = listenToFaults(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logInAsAffiliate(page);
  await page.goto('/affiliate');
  const { main } = panel(page);
  await main.getByRole('link', { name: 'Links' }).click();
  await expect(page).toHaveURL(/\/affiliate\?view=links$/);
  const link = main.getByRole('textbox', { name: 'Your link' });
  await expect(link).toHaveValue(/^http:\/\/localhost:4321\/\?ref=[\w-]+$/);
  await main.getByLabel('Page that it leads to').selectOption({ label: 'About' });
  await main.getByLabel('Source tag').fill('newsletter-11');
  await expect(link).toHaveValue(/\/about\?ref=[\w-]+&tag=newsletter-11$/);
  await main.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());
  await expect(main.getByRole('img', { name: 'QR code of your link' })).toBeVisible();

  const tag = main.getByLabel('Source tag');
  await tag.fill('news letter');
  await expect(tag).toHaveAccessibleDescription('Letters, digits, dots, hyphens and underscores only');
  // Nothing else is offered in its place: the link without the tag would count for no tag.
  await expect(link).toHaveValue('');
  // Why is said once, at the field where it can be mended.
  await expect(link).toHaveAccessibleDescription(/^Put the code on what is printed\./);
  await expect(main.locator('[data-none]')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(main.getByRole('button', { name: 'Copy the link' })).toBeDisabled();
  await expect(main.getByRole('button', { name: 'Save the QR code: PNG' })).toBeDisabled();
  await expect(main.getByRole('img', { name: 'QR code of your link' })).toHaveCount(0);
  await tag.fill('');
  await expect(link).toHaveValue(/\/about\?ref=[\w-]+$/);
  await expect(main.getByRole('img', { name: 'QR code of your link' })).toBeVisible();
  await expect(main.locator('[data-none]')).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Copy the link' })).toBeEnabled();
  await page.goBack();
  await expect(panel(page).rows).toHaveCount(12);
  expect(faults).toEqual([]);
});

test('by keyboard the code is saved, as lines and as a picture, each of the link that is shown', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.goto('/affiliate?view=links');
  const { main } = panel(page);
  await main.getByLabel('Source tag').fill('poster-3');
  await expect(main.getByRole('img', { name: 'QR code of your link' })).toBeVisible();
  const code = await drawQrCode(await main.getByRole('textbox', { name: 'Your link' }).inputValue());

  const save = async (kind: string) => {
    const button = main.getByRole('button', { name: `Save the QR code: ${kind}` });
    await tabTo(page, button);
    const downloaded = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const download = await downloaded;
    await expect(button).toBeFocused();
    const name = download.suggestedFilename();
    await expect(page.getByRole('status').filter({ hasText: `Saved as ${name}` })).toBeVisible();
    return { name, bytes: await readFile(await download.path()) };
  };
  const svg = await save('SVG');
  expect(svg.name).toBe('referral-link-poster-3.svg');
  expect(svg.bytes.toString('utf8')).toBe(qrCodeSvg(code));
  const png = await save('PNG');
  expect(png.name).toBe('referral-link-poster-3.png');
  expect(await modulesOf(page, png.bytes, code.size)).toBe(code.path);
});

test('a new password: faults are at their fields, and a weak one is refused', async ({ page }) => {
  await logInAsAffiliate(page);
  await page.goto('/affiliate?view=password');
  const { main } = panel(page);
  const [fresh, again] = [main.getByLabel('New password'), main.getByLabel('Confirm password')];
  const submit = main.getByRole('button', { name: 'Change password' });
  await fresh.fill('Hafen-Speicher 1840');
  await again.fill('Hafen-Speicher 1841');
  await submit.click();
  await expect(again).toHaveAccessibleDescription('The passwords do not match');
  await fresh.fill('password');
  await again.fill('password');
  await submit.click();
  await expect(fresh).toHaveAccessibleDescription('This password is too easy to guess');
});

for (const view of ['links', 'postbacks', 'compare', 'password'])
  for (const [path, theme, widths] of [
    ['/affiliate', 'dark', [360, 1440]],
    ['/de/affiliate', 'light', [1440, 360]],
  ] as const) {
    test(`${view} hinder nobody at ${path}`, async ({ page }) => {
      await chooseTheme(page, theme);
      await logInAsAffiliate(page);
      if (view === 'postbacks') await sendTestPostback(page);
      await page.goto(`${path}?view=${view}`);
      await expect(panel(page).main.locator('h2:visible').first()).toBeVisible();
      if (view === 'links') await expect(panel(page).main.getByRole('img')).toBeVisible();
      if (view === 'postbacks') {
        await expect(panel(page).main.locator('tr[data-delivery]').first()).toBeVisible();
        await panel(page).main.locator('summary').click();
        await expect(panel(page).main.getByText('webhook-timestamp').last()).toBeVisible();
      }
      await expectNoSidewaysAt(page, widths);
      await expectNoFaultsInBothThemes(page);
    });
  }
