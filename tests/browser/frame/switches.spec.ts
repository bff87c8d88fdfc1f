import { execFileSync } from 'node:child_process';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import { logIn } from '../customer.ts';
import { expect, test as base } from '../product-test.ts';

const switches = { PLATFORM_ONLY: 'on', REGISTRATION: 'on', ECONOMICS: 'off' };
const distDir = 'dist/switched';

/** The product as a broker has it who wants no pages of content about itself. */
const test = base.extend({
  product: [
    async ({ history }, use) => {
      execFileSync('npm', ['run', 'build', '--', '--outDir', distDir], {
        ...{ stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...switches } },
      });
      const data = await makeDataFolder();
      const product = await startProduct({
        ...{ dataDir: data.path, history, env: { ...switches, DIST_DIR: distDir } },
        program: 'tests/support/product/variant-server.ts',
      });
      await use(product);
      await product.stop();
      await data.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

const html = { accept: 'text/html' };

for (const [from, to] of [
  ['/', '/platform/BTCUSD'],
  ['/de', '/de/platform/BTCUSD'],
  ['/?ref=abc&lang=de&x=1', '/platform/BTCUSD?lang=de&ref=abc'],
] as const) {
  test(`${from} leads everybody to ${to}`, async ({ request }) => {
    const response = await request.get(from, { headers: html, maxRedirects: 0 });
    expect(response.status()).toBe(302);
    expect(response.headers()['location']).toBe(to);
  });
}

for (const path of ['/about', '/account-levels', '/economic-calendar', '/de/about']) {
  test(`there is no ${path}`, async ({ request }) => {
    expect((await request.get(path, { headers: html })).status()).toBe(404);
  });
}

test('a visitor is offered the log-in and what is left', async ({ page }) => {
  await page.goto('/contact-us');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(header.getByRole('link', { name: /^(Home|About|Economics)$/ })).toHaveCount(0);
  await expect(header.getByRole('link', { name: /, home$/ })).toHaveAttribute('href', '/platform/BTCUSD');
  const links = page.getByRole('contentinfo').getByRole('link');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(addresses).toContain('/platform/BTCUSD');
  for (const hidden of ['/', '/about', '/account-levels', '/economic-calendar'])
    expect(addresses).not.toContain(hidden);
});

test('a customer’s level leads nowhere', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/contact-us');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await expect(page.getByText('Gold')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Gold' })).toHaveCount(0);
});
