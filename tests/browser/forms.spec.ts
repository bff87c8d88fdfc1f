import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeDataFolder, startProduct } from '../support/product/start-product.ts';
import { startVerifierPeer } from '../support/peers/verifier-peer.ts';
import { expectNoFaultsInBothThemes } from './accessibility.ts';
import { expect, test } from './product-test.ts';

const typed = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Email: 'ada@example.com',
  'Phone number': '+44 20 7946 0000',
  Message: 'Where is my receipt?',
};

async function fill(page: Page, values: Record<string, string> = typed): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click();

test('a visitor writes to the broker, from a phone too: errors are shown, nothing is lost, and thanks follow', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/contact-us');

  await test.step('each error is below its field, and the first wrong field has the focus', async () => {
    await fill(page, { Email: 'nonsense', 'Phone number': 'call me' });
    await send(page);
    await expect(page.getByLabel('First name')).toBeFocused();
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription('First name is required');
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address');
    await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription('Phone number not valid');
    await expect(page.getByLabel('Message', { exact: true })).toHaveAccessibleDescription('Message is required');
    await expect(page.getByText('Message is required')).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'form');
    const [first, last] = await Promise.all(
      ['First name', 'Last name'].map((name) => page.getByLabel(name).boundingBox()),
    );
    expect(first?.x).toBe(last?.x);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.getByLabel('First name').fill('Ada');
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription('');
  });

  await test.step('after a failure nothing is lost, and the form can be sent again', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.route('**/api/contact', (route) => route.abort());
    await fill(page, { ...typed, 'First name': '  Ada ' });
    await page.getByLabel('First name').blur();
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await send(page);
    await expect(page.getByText('Oops! Something wrong happened. Please try again.')).toBeVisible();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(typed.Message);
    await page.unroute('**/api/contact');
  });

  await test.step('the visitor is thanked, and the fields are empty again', async () => {
    await send(page);
    await expect(page.getByRole('status').filter({ hasText: 'Thank you so much for your message!' })).toBeVisible();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
    expect(new URL(page.url()).pathname).toBe('/contact-us');
    // The broker has no reCAPTCHA. The form had the focus, and still no script of it was loaded.
    expect(asked.every((host) => host === new URL(page.url()).host)).toBe(true);
  });

  await test.step('it speaks the language of the page', async () => {
    await page.goto('/de/contact-us');
    await page.getByRole('button', { name: 'Nachricht senden' }).click();
    await expect(page.getByLabel('Vorname')).toHaveAccessibleDescription('Vorname ist erforderlich');
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor reads the calendar and writes to the broker: a refused form comes back filled in', async ({
    page,
  }) => {
    await test.step('the calendar filters by importance', async () => {
      await page.goto('/economic-calendar');
      const shown = page.locator('[data-importance]:visible');
      const all = await shown.count();
      await page.getByText('2 and above').click();
      await expect(page.locator('[data-importance="1"]:visible')).toHaveCount(0);
      await page.getByText('Only 3').click();
      const greatest = await page.locator('[data-importance="3"]').count();
      await expect(shown).toHaveCount(greatest);
      expect(greatest).toBeLessThan(all);
      await expect(page.locator('.day:visible:not([data-greatest="3"])')).toHaveCount(0);
      await page.getByText('All', { exact: true }).click();
      await expect(shown).toHaveCount(all);
    });

    await test.step('a message is sent by a page load, and the visitor is thanked', async () => {
      await page.goto('/contact-us');
      await fill(page);
      await send(page);
      await expect(page).toHaveURL(/\/contact-us#sent-contact$/);
      await expect(page.getByText('Thank you so much for your message!')).toBeVisible();
    });

    await test.step('a refused one comes back with the input and the errors', async () => {
      await page.goto('/de/contact-us');
      // The browser's own validation would accept this email address.
      const values = { Vorname: 'Ada', Nachname: 'Lovelace', Telefonnummer: '030 1234567', Nachricht: 'Hallo' };
      await fill(page, { ...values, 'E-Mail': 'ada@home' });
      await page.getByRole('button', { name: 'Nachricht senden' }).click();
      await expect(page.getByLabel('E-Mail')).toHaveValue('ada@home');
      await expect(page.getByLabel('E-Mail')).toHaveAccessibleDescription('Ungültige E-Mail-Adresse');
      await expect(page.getByLabel('E-Mail')).toBeFocused();
      await expect(page.getByLabel('Nachricht', { exact: true })).toHaveValue('Hallo');
      await page.getByLabel('E-Mail').fill('ada@example.com');
      await page.getByRole('button', { name: 'Nachricht senden' }).click();
      await expect(page.getByText('Vielen Dank für Ihre Nachricht!')).toBeVisible();
    });
  });
});

test('with reCAPTCHA: the page has its notice, the policy allows its script, and its token is sent', async ({
  page,
}) => {
  const [data, verifier] = await Promise.all([makeDataFolder(), startVerifierPeer()]);
  const keys = { RECAPTCHA_SITE_KEY: 'site-key-1', RECAPTCHA_SECRET_KEY: 'secret-key-1' };
  const product = await startProduct({ dataDir: data.path, env: { ...keys, RECAPTCHA_VERIFY_URL: verifier.url } });
  // Stands in for Google's script, which a test must not load.
  const script = `window.grecaptcha = { ready: (run) => run(), execute: (key, { action }) => Promise.resolve(key + ' ' + action) }`;
  await page.route('https://www.google.com/recaptcha/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));

  await page.goto(`${product.url}/contact-us`);
  await expect(page.getByText('This site is protected by reCAPTCHA')).toBeVisible();
  await fill(page);
  await send(page);
  await expect(page.getByText('Thank you so much for your message!').last()).toBeVisible();
  expect(verifier.asked).toEqual([{ secret: 'secret-key-1', response: 'site-key-1 contact' }]);
  const folder = join(data.path, 'outbox');
  await expect.poll(() => readdir(folder).catch(() => [])).toHaveLength(1);
  expect(await readFile(join(folder, (await readdir(folder))[0] ?? ''), 'utf8')).toContain('Where is my receipt?');

  expect(refused).toEqual([]);

  await product.stop();
  await Promise.all([data.remove(), verifier.close()]);
});
