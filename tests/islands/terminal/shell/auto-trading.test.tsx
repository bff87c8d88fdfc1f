import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setAutoTrading } from '../../../../src/lib/contract/endpoints.ts';
import { aCustomer } from '../../../support/component/component-test.tsx';
import { tabTo } from '../../../support/component/keyboard.ts';
import { test } from '../../../support/component/shown-terminal.tsx';

const autoTrading = page.getByRole('switch', { name: 'Auto trading' });
const note = page.getByText('the broker’s strategy opens and closes positions for you');
const failed = page.getByText('The server did not confirm the switch.');

test('auto trading is switched by keyboard, and follows a switch on another page', async ({ showTerminal, server }) => {
  const { connection } = await showTerminal();
  server.answer(setAutoTrading, { ...aCustomer, auto_trading: 1 });
  await expect.element(autoTrading).not.toBeChecked();
  await tabTo(autoTrading);
  await userEvent.keyboard(' ');
  await expect.element(autoTrading).toBeChecked();
  expect(server.asked(setAutoTrading).map(({ body }) => body)).toEqual([{ auto_trading: 1 }]);
  connection.tell('user', { ...aCustomer, auto_trading: 0 });
  await expect.element(autoTrading).not.toBeChecked();
  connection.tell('user', { ...aCustomer, auto_trading: 1 });
  await expect.element(autoTrading).toBeChecked();
});

test('the switch stays unchanged until the server confirms, and says if it does not', async ({
  showTerminal,
  server,
}) => {
  await showTerminal();
  const held = server.hold(setAutoTrading);
  await autoTrading.click();
  await expect.element(autoTrading).toHaveAttribute('aria-busy', 'true');
  await expect.element(autoTrading).not.toBeChecked();
  await autoTrading.click();
  held.beUnreachable();
  await expect.element(page.getByRole('alert').getByText('The server did not confirm the switch.')).toBeVisible();
  await expect.element(autoTrading).toHaveAttribute('aria-busy', 'false');
  await expect.element(autoTrading).not.toBeChecked();
  expect(server.asked(setAutoTrading).map(({ body }) => body)).toEqual([{ auto_trading: 1 }]);

  server.answer(setAutoTrading, { ...aCustomer, auto_trading: 1 });
  await autoTrading.click();
  await expect.element(autoTrading).toBeChecked();
  await expect.element(failed).not.toBeInTheDocument();
  server.answer(setAutoTrading, aCustomer);
  await autoTrading.click();
  await expect.element(autoTrading).not.toBeChecked();
});

for (const width of [1440, 900, 360]) {
  test(`auto trading fits ${width} px, and says on request what it does`, async ({ showTerminal }) => {
    await page.viewport(width, 800);
    await showTerminal();
    await expect.element(note).not.toBeVisible();
    await tabTo(page.getByRole('button', { name: 'What auto trading does' }));
    await userEvent.keyboard('{Enter}');
    await expect.element(note).toBeVisible();
    const { left, right } = note.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await userEvent.keyboard('{Escape}');
    await expect.element(note).not.toBeVisible();
  });
}
