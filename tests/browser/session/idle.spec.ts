import type { Page } from '@playwright/test';
import german from '../../../public/locales/de/common.json' with { type: 'json' };
import { countNotices } from '../../../src/lib/contract/accounts/notice-endpoints.ts';
import { idleWarningMs, sessionIdleMs, storageKeys } from '../../../src/lib/contract/session.ts';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { expectTerminalReady, logInByForm, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

// The test controls the clock of all tabs.
test.beforeEach(({ context }) => context.clock.install());

const untilWarningMs = sessionIdleMs - idleWarningMs;
const ended = 'Your session ended after 20 minutes of inactivity.';

const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });
const left = (page: Page) => warning(page).getByRole('timer');

/**
 * Logs in by the form, because a session that a test puts into the storage would come back at every load. An active
 * menu shows that the script that watches the session is loaded.
 */
async function enter(page: Page, next: string): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(next)}`);
  await logInByForm(page, 'demo@example.com');
  await page.waitForURL(`**${next}`);
  await expectWatched(page);
}

async function expectWatched(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /: (Hello|Hallo), Alex Morgan/ })).toBeVisible();
}

async function openTab(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(path);
  await expectWatched(other);
  return other;
}

/** Ends the session on the server only, as a log-out in another browser does. */
async function endOnServer(page: Page): Promise<void> {
  const { access_token: accessToken } = await page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string },
    storageKeys.session,
  );
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await page.request.post('/api/accounts/logout', { headers })).status()).toBe(200);
}

test('an idle customer is warned in every tab, can stay, and is finally logged out everywhere', async ({
  page,
  context,
}) => {
  await enter(page, '/platform/ETHUSD');
  await expectTerminalReady(page);
  const other = await openTab(page, '/contact-us');
  await context.clock.fastForward(untilWarningMs + 1_000);
  for (const tab of [page, other]) await expect(left(tab)).toHaveText(/^0:(4|5)\d$/);
  await expect(warning(other)).toHaveAccessibleDescription(/^You've been inactive for 19 minutes\./);
  const before = (await left(page).textContent()) ?? '';
  await context.clock.runFor(2_000);
  await expect(left(page)).not.toHaveText(before);

  const told = other.waitForResponse('**/api/accounts/get');
  await warning(other).getByRole('button', { name: 'Stay logged in' }).click();
  expect((await told).status()).toBe(200);
  for (const tab of [page, other]) await expect(warning(tab)).toBeHidden();
  await context.clock.fastForward(untilWarningMs - 60_000);
  for (const tab of [page, other]) {
    await expectWatched(tab);
    await expect(warning(tab)).toBeHidden();
  }

  const loggedOut = context.waitForEvent('request', (request) => request.url().endsWith('/api/accounts/logout'));
  await context.clock.fastForward(61_000);
  for (const tab of [page, other]) await expect(warning(tab)).toBeVisible();
  // Both tabs are set to the same time first, because each has a clock of its own here.
  const nowMs = await page.evaluate(() => Date.now());
  await context.clock.pauseAt(nowMs + 5_000);
  await context.clock.setSystemTime(nowMs + idleWarningMs);
  await context.clock.resume();
  await loggedOut;
  await page.waitForURL(/\/login\/?\?ended=idle&next=%2Fplatform%2FETHUSD$/);
  await expect(page.getByRole('status').filter({ hasText: ended })).toBeVisible();
  await expect(page.getByText('Your session has ended.')).toBeHidden();

  // A public page stays, and shows the notice itself.
  const notice = other.getByRole('dialog', { name: "You've been logged out" });
  await expect(notice).toHaveAccessibleDescription(ended);
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeAttached();
  await notice.getByRole('link', { name: 'Log in' }).click();
  await other.waitForURL(/\/login\/?\?next=%2Fcontact-us$/);
  await logInByForm(other, 'demo@example.com');
  await other.waitForURL('**/contact-us');
});

test('the button to stay has the focus, a log-out ends every tab, and a machine that wakes up shows nothing', async ({
  page,
  context,
}) => {
  await enter(page, '/about');
  const menu = page.getByRole('button', { name: /^Your account/ });
  for (const key of ['Enter', 'Escape']) {
    await menu.focus();
    await context.clock.fastForward(untilWarningMs + 5_000);
    await expect(warning(page).getByRole('button', { name: 'Stay logged in' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(warning(page).getByRole('button', { name: 'Log out' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press(key);
    await expect(warning(page)).toBeHidden();
    await expect(menu).toBeFocused();
  }

  const other = await openTab(page, '/platform/ETHUSD');
  await context.clock.fastForward(untilWarningMs + 5_000);
  await warning(page).getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/login\/?$/);
  await other.waitForURL(/\/login\/?\?ended&next=%2Fplatform%2FETHUSD$/);
  await expect(other.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await expect(other.getByRole('main').getByText(ended)).toBeHidden();

  await logInByForm(other, 'demo@example.com');
  await other.waitForURL('**/platform/ETHUSD');
  await expectTerminalReady(other);
  await expectWatched(other);
  // During sleep no timer runs; then somebody opens the lid.
  await context.clock.setSystemTime((await other.evaluate(() => Date.now())) + sessionIdleMs + 60_000);
  const balance = await terminal(other).balance.evaluate((figure) => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    return getComputedStyle(figure).visibility;
  });
  expect(balance).toBe('hidden');
  await other.waitForURL(/\/login\/?\?ended=idle&next=%2Fplatform%2FETHUSD$/);
});

test('a session that the server ended earlier is not brought back by staying', async ({ page, context }) => {
  // On a page without a socket, which would report the end of the session before anybody could press the button.
  await enter(page, '/referrals');
  await context.clock.fastForward(untilWarningMs + 5_000);
  await expect(warning(page)).toBeVisible();
  // The bell asks for unread notices from time to time, and could report the end of the session first.
  await page.route(`**${countNotices.path}`, (route) => route.abort());
  await endOnServer(page);
  await warning(page).getByRole('button', { name: 'Stay logged in' }).click();
  await page.waitForURL(/\/login\/?\?ended&next=%2Freferrals$/);
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await logInByForm(page, 'demo@example.com');
  await page.waitForURL('**/referrals');

  // A public page stays, and shows nothing of the account.
  await page.goto('/about');
  await expectWatched(page);
  await context.clock.fastForward(untilWarningMs + 5_000);
  await expect(warning(page)).toBeVisible();
  await endOnServer(page);
  await warning(page).getByRole('button', { name: 'Stay logged in' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(warning(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /Alex Morgan/ })).toBeHidden();
});

test('the warning and the notice are accessible at any width', async ({ page, context }) => {
  await page.goto('/de/login?next=/de/about');
  await page.getByLabel('E-Mail').fill('demo@example.com');
  await page.getByLabel('Passwort', { exact: true }).fill('demo1234');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL('**/de/about');
  await expect(page.locator('[data-account-menu][data-verified]')).toBeAttached();
  for (const [name, ms] of [
    [german.idle.title, untilWarningMs + 1_000],
    [german.idle.endedTitle, idleWarningMs],
  ] as const) {
    await context.clock.fastForward(ms);
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    for (const width of [1440, 900, 320]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoFaultsInBothThemes(page, 'dialog[open]');
      const box = await dialog.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
      for (const choice of await dialog.locator('button, a').all())
        expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});
