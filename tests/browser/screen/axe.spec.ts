import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { logIn, openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

// Tints and slides pass through colours that nobody has to read.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each looks at several states of a large screen, twice.
test.setTimeout(300_000);

test('the log-in page, empty and with its messages', async ({ page }) => {
  await page.goto('/login');
  await expectNoFaultsInBothThemes(page);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expectNoFaultsInBothThemes(page);
});

test('the trading screen, its tables and their dialogs', async ({ page }) => {
  await openTerminal(page);
  await expectNoFaultsInBothThemes(page);
  const { positions, rows, ticket } = terminal(page);
  const before = await rows.count();
  await ticket.getByLabel('Amount').fill('10');
  await ticket.getByRole('button', { name: /^Sell/ }).click();
  await expect(rows).toHaveCount(before + 1);
  await rows.first().getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFaultsInBothThemes(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click();
  await expect(rows).toHaveCount(before);
  await positions.getByRole('tab', { name: 'History' }).click();
  await expect(rows.first()).toBeVisible();
  await expectNoFaultsInBothThemes(page);
  await rows
    .first()
    .getByRole('button', { name: /^Receipt of/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('row', { name: /^Rate of the fill/ })).toBeVisible();
  await expectNoFaultsInBothThemes(page);
});

test('the market list, its search, and what it does not find', async ({ page }) => {
  await openTerminal(page);
  const { market } = terminal(page);
  await market.getByRole('searchbox').fill('us');
  await expect(market.getByRole('link', { name: 'USDJPY' })).toBeVisible();
  await expectNoFaultsInBothThemes(page);
  await market.getByRole('searchbox').fill('zzz');
  await expect(market.getByText('No asset has this in its name.')).toBeVisible();
  await expectNoFaultsInBothThemes(page);
  await market.getByRole('tab', { name: 'Favourites' }).click();
  await expect(market.getByText('No favourites yet.')).toBeVisible();
  await expectNoFaultsInBothThemes(page);
});

test('the ticket with its levels, and the calculator', async ({ page }) => {
  await openTerminal(page);
  const { ticket } = terminal(page);
  await ticket.getByText('Stop loss, take profit').click();
  await ticket.getByLabel('Amount').fill('');
  await expect(ticket.getByText('Amount is required')).toBeVisible();
  await expectNoFaultsInBothThemes(page);
  await ticket.getByRole('tab', { name: 'Calculator' }).click();
  await expect(page.getByRole('table', { name: 'Calculator' })).toBeVisible();
  await expectNoFaultsInBothThemes(page);
});

test('an asset that there is not, and one that may not be traded', async ({ page }) => {
  await logIn(page, 'limited@example.com');
  await page.goto('/platform/ETHUSDT');
  await expect(page.getByRole('heading', { name: 'ETHUSDT is not traded here' })).toBeVisible();
  await expectNoFaultsInBothThemes(page);
  await page.goto('/platform/EURUSD');
  await expect(terminal(page).ticket).toContainText('You have no access');
  await expectNoFaultsInBothThemes(page);
});

test('the trading screen whose line is lost', async ({ page, context }) => {
  await openTerminal(page);
  await context.setOffline(true);
  await expect(page.getByText(/^Connection lost\./)).toBeVisible();
  await expectNoFaultsInBothThemes(page);
});

test('the trading screen on a phone, its ticket and its calculator', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTerminal(page);
  await expectNoFaultsInBothThemes(page);
  await page.getByRole('button', { name: /^Buy/ }).click();
  await page.getByRole('dialog').getByText('Stop loss, take profit').click();
  await expectNoFaultsInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Calculator' }).click();
  await expect(page.getByRole('table', { name: 'Calculator' })).toBeVisible();
  await expectNoFaultsInBothThemes(page);
});

test('the home page', async ({ page }) => {
  await page.goto('/');
  await expectNoFaultsInBothThemes(page);
});
