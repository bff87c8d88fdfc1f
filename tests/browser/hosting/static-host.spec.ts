import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { locales } from '../../../src/brand.ts';
import { writeAddress } from '../../../src/content/addresses.ts';
import { loadPageHeads } from '../../../src/server/site/page-headers.ts';
import { expectTerminalReady, logInByForm, terminal } from '../customer.ts';
import { listenToFaults } from '../page-faults.ts';
import { largestScriptOf } from './built-scripts.ts';
import { askBoth, otherPaths } from './compared-answers.ts';
import { expect, test } from './hosted-test.ts';

test('every page is the server’s, with its status and headers', async ({ request, hosted }) => {
  const heads = await loadPageHeads(join(hosted.distDir, '_headers.json'));
  expect(heads.size).toBeGreaterThan(40);
  for (const path of heads.keys()) {
    const both = await askBoth(request, hosted, path);
    expect(both.hosted, path).toEqual(both.served);
    expect(both.texts[0] === both.texts[1], path).toBe(true);
  }
});

test('every other address is answered as by the server', async ({ request, hosted }) => {
  for (const path of otherPaths) {
    const both = await askBoth(request, hosted, path);
    expect.soft(both.hosted, path).toEqual(both.served);
  }
});

test('the screen of an asset that the build does not know is the default one', async ({ request, hosted }) => {
  for (const locale of locales) {
    const [any, known] = [
      await askBoth(request, hosted, writeAddress({ locale, slug: 'platform/EURUSD' })),
      await askBoth(request, hosted, writeAddress({ locale, slug: 'platform/BTCUSD' })),
    ];
    expect(any.hosted).toEqual(known.served);
    expect(any.hosted).toEqual(any.served);
  }
});

test('another spelling of a page’s address redirects to it', async ({ request, hosted }) => {
  for (const [from, to] of Object.entries({ '/about.html?x=1': '/about?x=1', '/index.html': '/', '/de.html': '/de' })) {
    const answer = await request.get(from, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']], from).toEqual([308, to]);
  }
  const draft = await request.get('/preview/en/about?signature=x', { maxRedirects: 0 });
  expect(draft.headers()['location']).toBe(`${hosted.apiUrl}/preview/en/about?signature=x`);
});

test('scripts and pictures are cached for ever, and texts are sent compressed', async ({ request, hosted }) => {
  const script = await largestScriptOf(hosted.distDir);
  const [picture] = await readdir(join(hosted.distDir, 'client', 'pictures'));
  for (const path of [script, `/pictures/${picture}`]) {
    const both = await askBoth(request, hosted, path);
    expect(both.hosted).toEqual(both.served);
    expect(both.hosted).toMatchObject({ status: 200, 'cache-control': 'public, max-age=31536000, immutable' });
  }
  for (const path of ['/', '/platform/EURUSD', script]) {
    const answer = await request.get(path, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers(), path).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  }
});

test('a page accepts no write, and no file outside the site can be read', async ({ request }) => {
  expect((await request.post('/about')).status()).toBe(405);
  expect((await request.get('/..%2f_headers.json')).ok()).toBe(false);
});

let faults: string[];

test.beforeEach(({ page }) => {
  faults = listenToFaults(page);
});

test('home shows live prices of the server elsewhere', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[data-live="live"]').first()).toBeAttached();
  await expect(page.locator('[data-live="live"] [data-rate]').first()).toHaveText(/\d/);
  expect(faults).toEqual([]);
});

test('a customer logs in, opens a position, comes back to another asset, and logs out', async ({ page, hosted }) => {
  await page.goto('/login');
  await logInByForm(page, 'demo@example.com');
  await expect(page).toHaveURL(`${hosted.siteUrl}/platform/BTCUSD`);
  await expectTerminalReady(page);
  const { ticket, rows } = terminal(page);
  const count = await rows.count();
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  await expect(rows).toHaveCount(count + 1);

  await page.goto('/platform/eurusd?from=mail');
  await expectTerminalReady(page);
  await expect(page).toHaveTitle(/^EURUSD/);
  await expect(page.getByRole('region', { name: 'Chart of EURUSD' })).toBeVisible();
  await page.goto('/de/platform/NOPE');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('main')).toContainText('NOPE');

  await page.goto('/contact-us');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(faults).toEqual([]);
});

test('a missing address answers in its language', async ({ page }) => {
  const answer = await page.goto('/de/gibt-es-nicht');
  expect(answer?.status()).toBe(404);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByText('404')).toBeVisible();
  expect(faults).toEqual([]);
});

async function writeMessage(page: Page): Promise<void> {
  const typed = {
    ...{ 'First name': 'Ada', 'Last name': 'Lovelace', Email: 'ada@example.com', 'Phone number': '+44 20 7946 0000' },
    Message: 'Where is my receipt?',
  };
  await page.goto('/contact-us');
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Send message' }).click();
}

test('a message reaches the server', async ({ page, hosted }) => {
  const sent = page.waitForResponse(`${hosted.apiUrl}/api/contact?page=%2Fcontact-us`);
  await writeMessage(page);
  expect((await sent).status()).toBe(200);
  await expect(page.getByRole('status').filter({ hasText: 'Thank you so much for your message!' })).toBeVisible();
  expect(faults).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor who sends a message is thanked on the page with the form', async ({ page, hosted }) => {
    await writeMessage(page);
    await expect(page).toHaveURL(`${hosted.siteUrl}/contact-us#sent-contact`);
    await expect(page.getByText('Thank you so much for your message!').first()).toBeVisible();
    expect(faults).toEqual([]);
  });

  test('the server answers a message that is too large with the page of its form', async ({ page, hosted }) => {
    await page.goto('/contact-us');
    // The form's fields limit the length, so this simulates a client that bypasses them.
    const action = (await page.locator('form[data-action="contact"]').getAttribute('action')) ?? '';
    const answer = await page.request.post(action, {
      form: { message: 'x'.repeat(70_000) },
      headers: { accept: 'text/html', referer: `${hosted.siteUrl}/` },
    });
    expect([answer.status(), answer.headers()['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('name="message"');
  });
});

/** What a page can read from the server: its time, which sets the page's clock, and whether a WebSocket opens. */
function reach(page: Page, apiUrl: string) {
  return page.evaluate(async (server) => {
    const time = await fetch(`${server}/api/get/feed`).then(
      (answer) => answer.headers.get('date'),
      () => 'refused',
    );
    const socket = await new Promise((tell) => {
      const connection = new WebSocket(`${server.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
      connection.onopen = () => tell('open');
      connection.onerror = () => tell('refused');
    });
    return { time, socket };
  }, apiUrl);
}

test('the server tells its time to the site, and nothing to other origins', async ({ page, hosted }) => {
  await page.goto('/about');
  expect(await reach(page, hosted.apiUrl)).toEqual({ time: expect.stringMatching(/GMT$/) as unknown, socket: 'open' });
  expect(faults).toEqual([]);
  // The server's own pages, opened by a host name that is not configured.
  await page.goto(`${hosted.apiUrl.replace('localhost', '127.0.0.1')}/about`);
  expect(await reach(page, hosted.apiUrl)).toEqual({ time: 'refused', socket: 'refused' });
});
