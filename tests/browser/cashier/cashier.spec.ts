import type { Page } from '@playwright/test';
import type { TillStandIn } from '../../support/payments/till-stand-in.ts';
import { startTillStandIn } from '../../support/payments/till-stand-in.ts';
import { expectNoFaults } from '../accessibility.ts';
import { logIn } from '../customer.ts';
import { depositScreen, expect, startPayingProduct } from '../payments/paying-test.ts';
import { test as base } from '../product-test.ts';

/** A cashier that a provider's script draws: on the deposit screen, and away from everything that is the site's. */

const test = base.extend<object, { till: TillStandIn }>({
  till: [
    async ({}, use) => {
      const till = await startTillStandIn();
      await use(till);
      await till.close();
    },
    { scope: 'worker' },
  ],
  product: [({ till }, use) => startPayingProduct(till.env, use), { scope: 'worker', timeout: 120_000 }],
});

test.beforeEach(({ baseURL, till }) => {
  till.reportTo = baseURL;
  till.isBroken = false;
  till.findings.length = 0;
});

/** Begins a deposit at the till; the address of its page. */
async function begin(page: Page): Promise<string> {
  await logIn(page, 'demo@example.com');
  await page.goto('/payment/deposit');
  const { amount, pay } = depositScreen(page);
  await amount.fill('250');
  const sent = page.waitForResponse('**/api/transaction/send/till');
  await pay.click();
  const { data } = (await (await sent).json()) as { data: { redirect_url: string } };
  return data.redirect_url;
}

/** No page of the site, whose start would be waited for. */
const open = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' });

/** What the script found may be nothing of the site's. */
async function expectKeptAway(till: TillStandIn): Promise<void> {
  await expect.poll(() => till.findings.length).toBe(1);
  const [found] = till.findings;
  expect(found).toMatchObject({
    amount: '25000',
    currency: 'EUR',
    origin: 'null',
    storage: null,
    reachedParent: false,
  });
}

test('it opens by itself on the deposit screen, and what is paid there is credited', async ({ page, till }) => {
  await begin(page);
  await expectKeptAway(till);
  expect(till.findings[0]?.clickedAfterMs).toBeGreaterThan(1_500);
  await page.waitForURL(/\/payment\/return\?transaction=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('€250.00 credited');
});

test('opened by its address it is kept away too, although the session of this browser lies beside it', async ({
  page,
  till,
}) => {
  // Nobody presses a button in the frame: the page alone is looked at.
  await page.route('**/cashier.js', (route) => route.abort());
  const address = await begin(page);
  await page.unroute('**/cashier.js');
  await open(page, address);
  expect(await page.evaluate(() => self.origin)).toBe('null');
  await expectKeptAway(till);
  await expect(page.getByText('Thank you: paid at the till')).toBeVisible();
});

for (const colorScheme of ['dark', 'light'] as const) {
  for (const width of [900, 320]) {
    test(`a cashier that does not open says so, at ${width} px on ${colorScheme}`, async ({ page, till }) => {
      till.isBroken = true;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 640 });
      const address = await begin(page);
      await page.clock.install();
      await open(page, address);
      await expect(page.getByRole('status')).toHaveText('The cashier is opening…');
      await expectNoFaults(page);
      await page.clock.runFor(20_000);
      await expect(page.getByRole('alert')).toHaveText(/^The cashier could not be opened\./);
      await expect(page.getByRole('status')).toBeHidden();
      await expectNoFaults(page);
      const [inner, whole] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
      expect(whole).toBe(inner);
      expect(till.findings).toEqual([]);
    });
  }
}

test('an address that was cut off opens nothing', async ({ page }) => {
  const address = await begin(page);
  const answer = await open(page, address.slice(0, -5));
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('This page is no longer valid. Please start the deposit again.')).toBeVisible();
});
