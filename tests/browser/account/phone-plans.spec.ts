import type { Page } from '@playwright/test';
import { openAccount } from './account-parts.ts';
import { expect, test } from './account-test.ts';

/**
 * Number plans are loaded when the first digits are typed, and may arrive late or never. These tests show what happens
 * to a number meanwhile.
 */

const field = (page: Page, title: string) => page.getByLabel(title, { exact: true });
const phoneCountry = (page: Page) => page.getByLabel('Country code');

async function expectChosen(page: Page, country: string): Promise<void> {
  await field(page, 'Country').selectOption({ label: country });
  await expect(field(page, 'Country').locator(':checked')).toHaveText(country);
}

/** Fills in the rest of a profile and saves it; returns what the server is asked to store. */
async function saveProfile(page: Page): Promise<unknown> {
  for (const title of ['State or region', 'City', 'Postal code', 'Street']) await field(page, title).fill('Wien');
  await field(page, 'Date of birth').fill('1988-05-05');
  const waiting = page.waitForRequest('**/api/accounts/update');
  await page.getByRole('button', { name: 'Save' }).click();
  const request = await waiting;
  // The next page would otherwise begin with the old profile, and be given the new one while it is filled in.
  await request.response();
  return request.postDataJSON();
}

/** Delays the number plans of the next page. Returns a function that releases them or makes them fail. */
async function holdPlans(page: Page): Promise<(end: 'come' | 'fail') => void> {
  const { promise, resolve } = Promise.withResolvers<'come' | 'fail'>();
  await page.unroute(/phone-plans/);
  await page.route(/phone-plans/, async (route) => ((await promise) === 'come' ? route.continue() : route.abort()));
  return resolve;
}

test('a number keeps its country when the country of residence changes; digits without a country follow it', async ({
  page,
  email,
}) => {
  let endPlans = await holdPlans(page);
  await openAccount(page, 'info', { email });
  await expectChosen(page, 'Germany');
  await field(page, 'Phone number').fill('030901820');
  await expectChosen(page, 'Austria');
  await expect(phoneCountry(page)).toHaveValue('DE');
  const come = page.waitForResponse(/phone-plans/);
  endPlans('come');
  await come;
  await expectChosen(page, 'Switzerland');
  await expect(phoneCountry(page)).toHaveValue('DE');
  expect(await saveProfile(page)).toMatchObject({ phone: '+4930901820' });

  for (const [end, phone] of [
    ['come', '+436641234567'],
    ['fail', '0664 1234567'],
  ] as const) {
    endPlans = await holdPlans(page);
    await page.goto('/my-account/info');
    await expect(field(page, 'Phone number')).not.toHaveValue('');
    await expectChosen(page, 'United Kingdom');
    await field(page, 'Phone number').fill('');
    await field(page, 'Phone number').fill('0664 1234567');
    await expect(phoneCountry(page)).toHaveValue('GB');
    await expectChosen(page, 'Austria');
    endPlans(end);
    await expect(phoneCountry(page)).toHaveValue('AT');
    expect(await saveProfile(page)).toMatchObject({ phone });
  }
});
