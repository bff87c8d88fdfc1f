import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

test('by keyboard: the list of keys, one-click trading with its warning, and an order by one key', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTerminal(page);
  const { ticket, rows, positions } = terminal(page);
  // The files of a worker share the demo customer's positions.
  const before = Number(/\d+$/.exec(await positions.getByRole('tab', { name: /^Open/ }).innerText())?.[0]);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Esc');
  await expectNoFaultsInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);

  await page.keyboard.press('b');
  await expect(ticket.getByRole('button', { name: /^Buy/ })).toBeFocused();
  const oneClick = ticket.getByRole('switch', { name: 'One-click trading' });
  await oneClick.focus();
  await page.keyboard.press('Space');
  const warning = page.getByRole('dialog', { name: 'Turn on one-click trading?' });
  await expect(warning).toContainText('your account in this browser');
  await expectNoFaultsInBothThemes(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(oneClick).toBeChecked();

  await ticket.getByLabel('Amount').fill('25');
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await expect(page.getByText(/^Bought BTCUSD at .*: €25\.00 5×$/)).toBeVisible();
  await expect(rows).toHaveCount(before + 1);
  await expect(positions.getByRole('tab', { name: `Open positions ${before + 1}` })).toBeVisible();
});

test('on a phone the tabs at the bottom lead to the parts of the platform', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTerminal(page);
  const { market, chart, positions } = terminal(page);
  const tabs = page.getByRole('navigation', { name: 'Platform sections' });
  const tab = (name: string) => tabs.getByRole('button', { name });
  await tab('Markets').click();
  await expect(market).toBeFocused();
  await expect(market.getByRole('searchbox')).toBeInViewport();
  await tab('Positions').click();
  await expect(positions).toBeFocused();
  await expect(positions.getByRole('tab', { name: 'History' })).toBeInViewport();
  await expectNoFaultsInBothThemes(page);
  await tab('Chart').click();
  await expect(chart.getByRole('heading')).toBeInViewport();
  await tab('Trade').click();
  const sheet = page.getByRole('dialog', { name: 'New trade in BTCUSD' });
  await expect(sheet.getByRole('button', { name: /^(Sell|Buy)/ })).toHaveCount(2);
  await expectNoFaultsInBothThemes(page);
  await page.keyboard.press('Escape');
  await tabs.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\/my-account\/info\/?$/);
});
