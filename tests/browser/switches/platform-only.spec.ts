import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { logIn } from '../customer.ts';
import { footerAddresses, shownLinks } from '../shell/shell-parts.ts';
import { listenToFaults } from '../page-faults.ts';
import { expect } from '../product-test.ts';
import { expectEmbed, expectFramePolicy } from './embed-parts.ts';
import { aim, mapOf, officeTile, seeMap, tileOf } from './map-parts.ts';
import { platformOnlyTest as test } from './switched-test.ts';

const html = { accept: 'text/html' };
const hidden = ['/', '/about', '/account-levels', '/referrals'];

const redirects = [
  ['/', '/platform/BTCUSD'],
  ['/de', '/de/platform/BTCUSD'],
  ['/?ref=abc&lang=de&x=1', '/platform/BTCUSD?lang=de&ref=abc'],
] as const;

test('a broker with only a platform: pages about the broker do not exist, and nothing links to them', async ({
  page,
  request,
}) => {
  await test.step('the home page leads everybody to the platform, and there are no pages beside it', async () => {
    for (const [from, to] of redirects) {
      const response = await request.get(from, { headers: html, maxRedirects: 0 });
      expect([response.status(), response.headers()['location']], from).toEqual([302, to]);
    }
    for (const path of ['/about', '/account-levels', '/de/about', '/referrals', '/de/referrals'])
      expect((await request.get(path, { headers: html })).status(), path).toBe(404);
  });

  await test.step('missing pages lead to the platform', async () => {
    await page.goto('/there-is-no-such-page');
    const ways = page.getByRole('main').getByRole('link');
    await expect(ways.first()).toHaveAttribute('href', '/platform');
    await expect(ways.last()).toHaveAttribute('href', '/contact-us');
  });

  await test.step('a visitor is offered the log-in and the remaining pages', async () => {
    await page.goto('/contact-us');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(header.getByRole('link', { name: /, home$/ })).toHaveAttribute('href', '/platform/BTCUSD');
    expect(await shownLinks(page)).toEqual([]);
    const addresses = await footerAddresses(page);
    expect(addresses).toEqual(expect.arrayContaining(['/platform/BTCUSD', '/economic-calendar', '/kyc-policy']));
    for (const path of hidden) expect(addresses).not.toContain(path);
    await expect(page.getByRole('contentinfo').getByRole('region', { name: 'Payment methods' })).toBeVisible();
  });

  await test.step('a customer is offered the platform and the calendar, and a level without a link', async () => {
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
});

test('a provider’s events replace our calendar', async ({ page, request, others: { provider } }) => {
  const shown = { title: 'Kommende Termine', height: 720, address: '/events?in=de' };
  await expectEmbed(page, { provider, path: '/de/economic-calendar', ...shown });
  const answer = await request.get('/economic-calendar');
  const players = ['https://www.youtube-nocookie.com'];
  expectFramePolicy(answer.headers()['content-security-policy'], provider.origin, players);
  await expect(page.locator('.calendar')).toHaveCount(0);
});

test('the office map is drawn when it comes near: keys move it, the wheel scrolls the page, and it is accessible', async ({
  page,
  request,
  others: { tiles },
}) => {
  const faults = listenToFaults(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 700 });

  await test.step('no part of the map is loaded before it is near the viewport', async () => {
    await page.goto('/contact-us', { waitUntil: 'networkidle' });
    await expect(page.locator('.leaflet-container')).toHaveCount(0);
    expect(tiles.asked).toEqual([]);
    await seeMap(page);
    await expect.poll(() => tiles.asked).toContain(officeTile);
    expect(tiles.asked.filter((path) => !tileOf(13).test(path))).toEqual([]);
    const { middle, point } = await aim(page);
    expect(point).toEqual(middle);
  });

  await test.step('the address is beside the map, and the tiles have their credit and come from nowhere else', async () => {
    const address = page.locator('main address').last();
    await expect(address).toContainText('Neue Mainzer Straße 190');
    await expect(address).toBeVisible();
    const owner = page.getByRole('link', { name: 'Example', exact: true });
    await expect(owner).toHaveAttribute('href', 'https://example.com/');
    await expect(page.locator('.attribution script')).toHaveCount(0);
    const policy = (await request.get('/contact-us')).headers()['content-security-policy'] ?? '';
    const directives = policy.split(';').map((part) => part.trim());
    expect(directives).toContain(`img-src 'self' data: ${tiles.origin}`);
    expect(directives.filter((part) => part.includes(tiles.origin))).toHaveLength(1);
  });

  await test.step('keys and buttons move and zoom the map; the wheel still scrolls the page', async () => {
    const map = mapOf(page);
    await map.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await aim(page)).point[0]).toBe(((await aim(page)).middle[0] ?? 0) - 80);
    await page.keyboard.press('+');
    await expect.poll(() => tiles.asked.some((path) => tileOf(14).test(path))).toBe(true);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => tiles.asked.some((path) => tileOf(15).test(path))).toBe(true);
    const scrolled = await page.evaluate(() => scrollY);
    await map.hover();
    await page.mouse.wheel(0, -300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(scrolled);
  });

  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/contact-us');
    await seeMap(page);
    await expectNoFaultsInBothThemes(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  expect(faults).toEqual([]);
});
