import { expect, test } from '@playwright/test';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { signPreview } from '../../../src/server/content/preview-link.ts';
import type { Product } from '../../support/product/start-product.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';

/** A preview in the browser of an editor, who may have read the site before. */

const previewSecret = 'a secret of the previews';

let product: Product;
let data: Awaited<ReturnType<typeof makeDataFolder>>;
test.beforeAll(async () => {
  data = await makeDataFolder();
  product = await startProduct({ dataDir: data.path, env: { CONTENT_PREVIEW_SECRET: previewSecret } });
});
test.afterAll(async () => {
  await product.stop();
  await data.remove();
});

for (const slug of ['home', 'about'])
  test(`the preview of ${slug} stays for a browser that keeps another language, and leads to what is published in it`, async ({
    page,
  }) => {
    await page.addInitScript((key) => localStorage.setItem(key, 'de'), storageKeys.language);
    const until = Math.floor(Date.now() / 1000) + 3_600;
    const link = product.url + signPreview({ slug, locale: 'en', until }, previewSecret);
    const answer = await page.goto(link);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.url()).toBe(link);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await page.locator('[popovertarget="language-list"]').click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(`${product.url}${slug === 'home' ? '/de' : '/de/about'}`);
  });
