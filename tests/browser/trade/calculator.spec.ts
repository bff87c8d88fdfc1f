import type { Locator } from '@playwright/test';
import { expectNoFaultsInBothThemes } from '../accessibility.ts';
import { openTerminal, terminal } from '../customer.ts';
import { tabTo, typeOver } from '../keyboard.ts';
import { expect, test } from '../product-test.ts';

/** The table's rows as lists of texts. */
async function rowsIn(part: Locator): Promise<string[][]> {
  const texts = await part.getByRole('table', { name: 'Calculator' }).locator('tbody tr').allInnerTexts();
  return texts.map((text) => text.split(/\s+/));
}

test('the calculator behind the ticket, by keyboard: its rows, its messages, and the amount of the ticket', async ({
  page,
}) => {
  await openTerminal(page);
  const { ticket } = terminal(page);
  await tabTo(page, ticket.getByLabel('Amount'));
  await typeOver(page, '1250.50');
  await tabTo(page, ticket.getByRole('tab', { name: 'New trade' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(ticket.getByRole('tab', { name: 'Calculator' })).toBeFocused();

  const [amount, percent] = [ticket.getByLabel('Order amount'), ticket.getByLabel('Percent')];
  await tabTo(page, amount);
  await typeOver(page, '100');
  await tabTo(page, percent);
  await typeOver(page, '5');
  await expect
    .poll(() => rowsIn(ticket))
    .toEqual([
      ['×1', '€100.00', '100%', '+€5.00', '-€5.00'],
      ['×3', '€300.00', '33.3%', '+€15.00', '-€15.00'],
      ['×5', '€500.00', '20%', '+€25.00', '-€25.00'],
      ['×10', '€1,000.00', '10%', '+€50.00', '-€50.00'],
      ['×15', '€1,500.00', '6.7%', '+€75.00', '-€75.00'],
      ['×20', '€2,000.00', '5%', '+€100.00', '-€100.00'],
      ['×30', '€3,000.00', '3.3%', '+€150.00', '-€100.00'],
    ]);

  for (const [text, message] of [
    ['', 'Percent is required'],
    ['0.5', 'At least 1%'],
    ['many', 'Write the percent as 5 or 2.5'],
  ] as const) {
    await typeOver(page, text);
    await expect(percent).toHaveAccessibleDescription(message);
  }
  await expect.poll(async () => (await rowsIn(ticket))[4]).toEqual(['×15', '–', '6.7%', '–', '–']);
  await typeOver(page, '2');
  await expect(percent).toHaveAccessibleDescription('');
  await tabTo(page, amount, 'Shift+Tab');
  for (const [text, message] of [
    ['', 'Order amount is required'],
    ['0', 'At least €1.00'],
    ['1,000', 'Write 1250 or 12.50: at most two decimals, and nothing between thousands'],
  ] as const) {
    await typeOver(page, text);
    await expect(amount).toHaveAccessibleDescription(message);
  }
  await tabTo(page, ticket.getByRole('button', { name: 'Take from ticket' }));
  await page.keyboard.press('Enter');
  await expect(amount).toHaveValue('1250.50');
  await expect(amount).toHaveAccessibleDescription('');
  await expect.poll(async () => (await rowsIn(ticket))[0]).toEqual(['×1', '€1,250.50', '100%', '+€25.01', '-€25.01']);
});

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('behind the ticket it has no faults', async ({ page }) => {
    await openTerminal(page);
    await terminal(page).ticket.getByRole('tab', { name: 'Calculator' }).click();
    await expectNoFaultsInBothThemes(page);
  });

  test('on a phone it is a section after the market list', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openTerminal(page);
    const { market, positions } = terminal(page);
    const section = page.getByRole('region', { name: 'Calculator' });
    await section.getByText('Calculator').first().click();
    await expect(section.getByLabel('Percent')).toBeVisible();
    const tops = await Promise.all(
      [market, section, positions].map(async (part) => (await part.boundingBox())?.y ?? 0),
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectNoFaultsInBothThemes(page);
  });
});
