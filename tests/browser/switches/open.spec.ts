import { logIn } from '../customer.ts';
import { footerAddresses, shownLinks } from '../shell/shell-parts.ts';
import { expect } from '../product-test.ts';
import { expectEmbed, expectFramePolicy } from './embed-parts.ts';
import { registrationTest as test } from './switched-test.ts';

const html = { accept: 'text/html' };

test('a broker with registration and without a calendar: no broken links, for visitors and customers', async ({
  page,
  request,
}) => {
  await test.step('there is no calendar', async () => {
    for (const path of ['/economic-calendar', '/de/economic-calendar'])
      expect((await request.get(path, { headers: html })).status(), path).toBe(404);
  });

  await test.step('a visitor is offered the existing pages', async () => {
    await page.goto('/about');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(header.getByRole('link', { name: /, home$/ })).toHaveAttribute('href', '/');
    const links = await shownLinks(page);
    expect(links.slice(0, 2)).toEqual(['Home', 'About']);
    expect(links).not.toContain('Economics');
    const addresses = await footerAddresses(page);
    expect(addresses).toEqual(expect.arrayContaining(['/', '/about', '/account-levels']));
    expect(addresses).not.toContain('/economic-calendar');
  });

  await test.step('every link of the home page leads to a page, and one to the registration', async () => {
    const text = await (await request.get('/', { headers: html })).text();
    const addresses = new Set([...text.matchAll(/<a\b[^>]*?\shref="(\/[^"]*)"/g)].map(([, href = '']) => href));
    expect(addresses).toContain('/register');
    for (const address of addresses)
      expect((await request.get(address, { headers: html })).status(), address).toBe(200);
  });

  await test.step('a customer is offered the platform', async () => {
    await logIn(page, 'demo@example.com');
    await page.goto('/about');
    await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();
    expect(await shownLinks(page)).toEqual(['Platform', 'Referrals', 'My Account', 'Transactions']);
    const addresses = await footerAddresses(page);
    expect(addresses).toContain('/platform/BTCUSD');
    expect(addresses).not.toContain('/economic-calendar');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await expect(page.getByRole('link', { name: 'Gold' })).toHaveAttribute('href', '/account-levels');
  });
});

test('a provider’s cross rates replace ours, and load only when they are near', async ({ page, request, others }) => {
  const { provider } = others;
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(provider.asked).toEqual([]);
  const shown = { title: 'Major currencies at a glance', height: 400, address: '/rates?in=en' };
  await expectEmbed(page, { provider, path: '/', ...shown });
  const answer = await request.get('/');
  expectFramePolicy(answer.headers()['content-security-policy'], provider.origin);
  await expect(page.locator('[data-cross-rates]')).toHaveCount(0);
});
