import { expectNoFaults } from '../accessibility.ts';
import { chooseTheme, logIn } from '../customer.ts';
import { footerAddresses, shownLinks } from '../frame/frame-parts.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect } from '../product-test.ts';
import { expectEmbed, expectFramePolicy } from './embed-parts.ts';
import { aim, mapOf, officeTile, openMap, tileOf } from './map-parts.ts';
import { platformOnlyTest as test } from './switched-test.ts';

const html = { accept: 'text/html' };
const hidden = ['/', '/about', '/account-levels', '/referrals'];

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

for (const path of ['/about', '/account-levels', '/de/about', '/referrals', '/de/referrals']) {
  test(`there is no ${path}`, async ({ request }) => {
    expect((await request.get(path, { headers: html })).status()).toBe(404);
  });
}

test('a visitor is offered the log-in and what is left', async ({ page }) => {
  await page.goto('/contact-us');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(header.getByRole('link', { name: /, home$/ })).toHaveAttribute('href', '/platform/BTCUSD');
  expect(await shownLinks(page)).toEqual([]);
  const addresses = await footerAddresses(page);
  expect(addresses).toEqual(expect.arrayContaining(['/platform/BTCUSD', '/economic-calendar', '/kyc-policy']));
  for (const path of hidden) expect(addresses).not.toContain(path);
  await expect(page.getByRole('contentinfo').getByRole('region', { name: 'Ways to pay' })).toBeVisible();
});

test('a customer is offered the platform and the calendar, and a level that leads nowhere', async ({ page }) => {
  await logIn(page, 'demo@example.com');
  await page.goto('/contact-us');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await expect(page.getByText('Gold')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Gold' })).toHaveCount(0);
  expect(await shownLinks(page)).toEqual(['Platform', 'My Account', 'Transactions', 'Economics']);
  const addresses = await footerAddresses(page);
  expect(addresses).toContain('/platform/BTCUSD');
  for (const path of hidden) expect(addresses).not.toContain(path);
});

test('what is lost leads to the platform', async ({ page }) => {
  await page.goto('/there-is-no-such-page');
  const ways = page.getByRole('main').getByRole('link');
  await expect(ways.first()).toHaveAttribute('href', '/platform');
  await expect(ways.last()).toHaveAttribute('href', '/contact-us');
});

test('a provider’s events stand in for our calendar', async ({ page, request, others: { provider } }) => {
  const shown = { title: 'Kommende Termine', height: 720, address: '/events?in=de' };
  await expectEmbed(page, { provider, path: '/de/economic-calendar', ...shown });
  const answer = await request.get('/economic-calendar');
  expectFramePolicy(answer.headers()['content-security-policy'], provider.origin);
  await expect(page.locator('.calendar')).toHaveCount(0);
});

test.describe('the map', () => {
  test.beforeEach(async ({ page, others }) => {
    others.tiles.asked.length = 0;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1440, height: 700 });
  });

  test('nothing of the map is loaded before somebody comes to it', async ({ page, others }) => {
    const faults = listenToFaults(page);
    await page.goto('/contact-us', { waitUntil: 'networkidle' });
    await expect(page.locator('.leaflet-container')).toHaveCount(0);
    expect(others.tiles.asked).toEqual([]);
    await openMap(page);
    await expect.poll(() => others.tiles.asked).toContain(officeTile);
    expect(others.tiles.asked.filter((path) => !tileOf(13).test(path))).toEqual([]);
    const { middle, point } = await aim(page);
    expect(point).toEqual(middle);
    expect(faults).toEqual([]);
  });

  test('the address stands beside the map, with whose tiles they are', async ({ page }) => {
    await openMap(page);
    const address = page.locator('main address').last();
    await expect(address).toContainText('Neue Mainzer Straße 190');
    await expect(address).toBeVisible();
    await expect(page.getByRole('link', { name: 'Example', exact: true })).toHaveAttribute(
      'href',
      'https://example.com/',
    );
    await expect(page.locator('.attribution script')).toHaveCount(0);
  });

  test('keys and buttons move the map and its zoom; the wheel goes on scrolling the page', async ({ page, others }) => {
    await openMap(page);
    const map = mapOf(page);
    await map.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await aim(page)).point[0]).toBe(((await aim(page)).middle[0] ?? 0) - 80);
    await page.keyboard.press('+');
    await expect.poll(() => others.tiles.asked.some((path) => tileOf(14).test(path))).toBe(true);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => others.tiles.asked.some((path) => tileOf(15).test(path))).toBe(true);
    const scrolled = await page.evaluate(() => scrollY);
    await map.hover();
    await page.mouse.wheel(0, -300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(scrolled);
  });

  test('pictures come from the tile service and nowhere else', async ({ request, others }) => {
    const policy = (await request.get('/contact-us')).headers()['content-security-policy'] ?? '';
    const directives = policy.split(';').map((part) => part.trim());
    expect(directives).toContain(`img-src 'self' data: ${others.tiles.origin}`);
    expect(directives.filter((part) => part.includes(others.tiles.origin))).toHaveLength(1);
  });

  for (const theme of ['dark', 'light'] as const) {
    test(`the map hinders nobody, ${theme}`, async ({ page }) => {
      const faults = listenToFaults(page);
      await chooseTheme(page, theme);
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 740 });
        await openMap(page);
        await expectNoFaults(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      }
      expect(faults).toEqual([]);
    });
  }
});
