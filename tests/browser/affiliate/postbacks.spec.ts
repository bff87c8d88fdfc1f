import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { MisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import { startMisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import { expectNoFaults } from '../accessibility.ts';
import { expect, operatedTest } from '../operated-test.ts';
import { listenToFaults } from '../page-faults.ts';
import { logInAsAffiliate, panel } from './affiliate-parts.ts';

/** A product that may send postbacks to this machine, and the affiliate's own server on it. */
const test = operatedTest({ env: { POSTBACKS_LOCAL: 'on' } }).extend<{ hook: MisbehavingServer }>({
  hook: async ({}, use) => {
    const hook = await startMisbehavingServer((_, response) => response.writeHead(204).end());
    await use(hook);
    await hook.close();
  },
});

const parts = (page: Page) => {
  const { main } = panel(page);
  return {
    main,
    address: main.getByLabel('Endpoint URL'),
    save: main.getByRole('button', { name: 'Save' }),
    rows: main.locator('tr[data-delivery]'),
    secret: main.getByRole('status').locator('code'),
  };
};

/** Verifies a signature as docs/postbacks.md and the panel describe it. */
function isSigned({ asked }: MisbehavingServer, index: number, secret: string): boolean {
  const { headers, body } = asked[index]!;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

test('an affiliate’s server gets postbacks signed by a renewed secret, retries, and is given up', async ({
  page,
  hook,
}) => {
  const faults = listenToFaults(page);
  await logInAsAffiliate(page);
  await page.goto('/affiliate?view=postbacks');
  const { main, address, save, rows, secret } = parts(page);
  await address.fill(`${hook.url}/in`);
  await main.getByRole('checkbox', { name: 'Registration' }).uncheck();
  await save.click();
  await expect(secret).toHaveText(/^whsec_/);
  const first = await secret.innerText();
  await expect(page.getByRole('status').filter({ hasText: 'Postback settings saved' })).toBeVisible();

  // New deliveries appear without a reload.
  await main.getByRole('button', { name: 'Send test' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(/Test.*Delivered.*HTTP 204.*\d\d:\d\d UTC/);
  await expect(main.getByRole('status').filter({ hasText: 'Delivered: HTTP 204' })).toBeAttached();
  expect(isSigned(hook, 0, first)).toBe(true);
  await expectNoFaults(page);

  await main.getByRole('button', { name: 'Create new secret' }).click();
  const ask = page.getByRole('dialog', { name: 'Create a new secret?' });
  await expectNoFaults(page, 'dialog[open]');
  await ask.getByRole('button', { name: 'Create new secret' }).click();
  await expect(secret).not.toHaveText(first);
  const second = await secret.innerText();
  await rows.first().getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => hook.asked.length).toBe(2);
  expect(isSigned(hook, 1, second)).toBe(true);
  expect(hook.asked[1]!.headers['webhook-id']).toBe(hook.asked[0]!.headers['webhook-id']);

  await page.reload();
  await expect(address).toHaveValue(`${hook.url}/in`);
  await expect(main.getByRole('checkbox', { name: 'Registration' })).not.toBeChecked();
  await expect(secret).toHaveCount(0);

  hook.misbehaviour = 'error';
  await main.getByRole('button', { name: 'Send test' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(/Test.*Waiting.*HTTP 500.*UTC.*next .*UTC/);
  hook.misbehaviour = null;
  await rows.first().getByRole('button', { name: 'Send again' }).click();
  await expect(rows.first()).toContainText(/Delivered.*HTTP 204/);
  hook.misbehaviour = 'error';
  await main.getByRole('button', { name: 'Send test' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(/Waiting.*HTTP 500/);
  await address.fill('');
  await save.click();
  await expect(page.getByRole('status').filter({ hasText: 'Postbacks turned off' })).toBeVisible();
  await main.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows.first()).toContainText('Failed');
  await expect(main.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  expect(faults).toEqual([]);
});
