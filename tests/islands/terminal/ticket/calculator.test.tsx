import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { tabTo, typeOver } from '../../../support/component/keyboard.ts';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';

/** The texts of the table, row by row. */
function rows(): string[][] {
  const table = page.getByRole('table', { name: 'Calculator' });
  return table
    .getByCss('tbody tr')
    .elements()
    .map((row) => (row as HTMLElement).innerText.split(/\s+/));
}

test("the second tab, by keyboard: the calculator's rows and messages, and filling in the ticket's amount", async ({
  showTerminal,
}) => {
  await showTerminal();
  const { ticket } = terminal();
  await tabTo(ticket.getByLabelText('Amount'));
  await typeOver('1250.50');
  await tabTo(ticket.getByRole('tab', { name: 'New trade' }), { shift: true });
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(ticket.getByRole('tab', { name: 'Calculator' })).toHaveFocus();

  const [amount, percent] = [
    ticket.getByRole('textbox', { name: 'Amount' }),
    ticket.getByRole('textbox', { name: 'Price move' }),
  ];
  await tabTo(amount);
  await typeOver('100');
  await tabTo(percent);
  await typeOver('5');
  await expect.poll(rows).toEqual([
    ['1×', '€100.00', '100%', '+€5.00', '-€5.00'],
    ['3×', '€300.00', '33.3%', '+€15.00', '-€15.00'],
    ['5×', '€500.00', '20%', '+€25.00', '-€25.00'],
    ['10×', '€1,000.00', '10%', '+€50.00', '-€50.00'],
    ['15×', '€1,500.00', '6.7%', '+€75.00', '-€75.00'],
    ['20×', '€2,000.00', '5%', '+€100.00', '-€100.00'],
    ['30×', '€3,000.00', '3.3%', '+€150.00', '-€100.00'],
  ]);

  for (const [text, message] of [
    ['', 'Price move is required'],
    ['0.5', 'Minimum 1%'],
    ['many', 'Enter a percentage such as 5 or 2.5'],
  ] as const) {
    await typeOver(text);
    await expect.element(percent).toHaveAccessibleDescription(message);
  }
  await expect.poll(() => rows()[4]).toEqual(['15×', '–', '6.7%', '–', '–']);
  await typeOver('2');
  await expect.element(percent).toHaveAccessibleDescription('');
  await tabTo(amount, { shift: true });
  for (const [text, message] of [
    ['', 'Amount is required'],
    ['0', 'Minimum €1.00'],
    ['1,000', 'Enter an amount such as 1250 or 12.50, without thousands separators'],
  ] as const) {
    await typeOver(text);
    await expect.element(amount).toHaveAccessibleDescription(message);
  }
  await tabTo(ticket.getByRole('button', { name: 'Use ticket amount' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(amount).toHaveValue('1250.50');
  await expect.element(amount).toHaveAccessibleDescription('');
  await expect.poll(() => rows()[0]).toEqual(['1×', '€1,250.50', '100%', '+€25.01', '-€25.01']);
});

test('on a phone the calculator is a section after the market list', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  await showTerminal();
  const { market, positions } = terminal();
  const section = page.getByRole('region', { name: 'Calculator' });
  await section.getByText('Calculator').first().click();
  await expect.element(section.getByLabelText('Price move')).toBeVisible();
  const tops = [market, section, positions].map((part) => part.element().getBoundingClientRect().y);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0);
});
