import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPosition } from '../../../../src/lib/contract/endpoints.ts';
import { tabTo, typeOver } from '../../../support/component/keyboard.ts';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';
import {
  far,
  fillOrders,
  fold,
  quoted,
  refusedStopLoss,
  sentBy,
  wrongOf,
} from '../../../support/component/trading.tsx';

const cases = [
  ['Buy', 'Take profit', 'below', 'above'],
  ['Buy', 'Stop loss', 'above', 'below'],
  ['Sell', 'Take profit', 'above', 'below'],
  ['Sell', 'Stop loss', 'below', 'above'],
] as const;

for (const [side, level, wrong] of cases) {
  test(`a wrong ${level} of a ${side} is reported when its button is pressed, by keyboard`, async ({
    showTerminal,
  }) => {
    const { connection } = await showTerminal();
    const { ticket } = terminal();
    const field = ticket.getByLabelText(level, { exact: true });
    await tabTo(ticket.getByText(fold));
    await userEvent.keyboard('{Enter}');
    await tabTo(field);
    await userEvent.keyboard(far[wrong]);
    const other = side === 'Buy' ? 'sell' : 'buy';
    const suits =
      level === 'Take profit'
        ? `^Works for a ${other}: about [+−-]€[\\d,.]+$`
        : `^A ${other} would close at [\\d,.]+ first, .* never trigger$`;
    await expect.element(field).toHaveAccessibleDescription(new RegExp(suits));
    // The folded section still shows the level.
    await tabTo(ticket.getByText(fold), { shift: true });
    await userEvent.keyboard('{Enter}');
    await expect.element(field).not.toBeVisible();
    await expect.element(ticket.getByCss('summary')).toMatchTextContent(far[wrong]);
    await tabTo(ticket.getByRole('button', { name: new RegExp(`^${side}`) }));
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAccessibleDescription(wrongOf[side][wrong]);
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    expect(sentBy(connection, openPosition)).toEqual([]);
    await typeOver('');
    await expect.element(field).toHaveAttribute('aria-invalid', 'false');
  });
}

for (const [side, level, wrong, right] of cases) {
  test(`on a phone the sheet reports a wrong ${level} of a ${side} while typing, by keyboard`, async ({
    showTerminal,
  }) => {
    await page.viewport(360, 740);
    const { connection } = await showTerminal();
    fillOrders(connection);
    await tabTo(page.getByRole('button', { name: new RegExp(`^${side}`) }));
    await userEvent.keyboard('{Enter}');
    const sheet = page.getByRole('dialog');
    await tabTo(sheet.getByLabelText('Amount'));
    await typeOver('15');
    await tabTo(sheet.getByText(fold));
    await userEvent.keyboard('{Enter}');
    const field = sheet.getByLabelText(level, { exact: true });
    await tabTo(field);
    await userEvent.keyboard(far[wrong]);
    await expect.element(field).toHaveAccessibleDescription(wrongOf[side][wrong]);
    await typeOver('');
    await expect.element(field).toHaveAttribute('aria-invalid', 'false');
    await userEvent.keyboard(far[right]);
    await expect
      .element(field)
      .toHaveAccessibleDescription(
        level === 'Take profit' ? /^About [+−-]€[\d,.]+ if reached$/ : / first, so this would never trigger$/,
      );
    await tabTo(sheet.getByRole('button', { name: new RegExp(`^${side}`) }));
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.poll(() => terminal().rows.elements()).toHaveLength(1);
    const sent = { amount: 15, [level === 'Take profit' ? 'take_profit' : 'stop_lost']: Number(far[right]) };
    expect(sentBy(connection, openPosition)).toMatchObject([sent]);
  });
}

test('a stop loss beyond the termination price is valid, with a note that it never fires', async ({ showTerminal }) => {
  await showTerminal();
  const { ticket } = terminal();
  await ticket.getByText('5×', { exact: true }).click();
  await ticket.getByText(fold).click();
  const field = ticket.getByLabelText('Stop loss', { exact: true });
  await field.fill('45000');
  await expect
    .element(field)
    .toHaveAccessibleDescription(/^A buy would close at 4\d,\d{3}\.\d\d first, so this would never trigger$/);
  await expect.element(field).toHaveAttribute('aria-invalid', 'false');
  await ticket.getByText('1×', { exact: true }).click();
  await expect.element(field).toHaveAccessibleDescription(/^Works for a buy: about -€/);
});

test("a level that the server refuses is reported in the page's language", async ({ showTerminal }) => {
  const { connection } = await showTerminal();
  connection.answer(openPosition.event, () => refusedStopLoss);
  const { ticket } = terminal();
  await ticket.getByText(fold).click();
  const field = ticket.getByLabelText('Stop loss', { exact: true });
  await field.fill(far.below);
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  // At the newest price the level is valid, so the message is a general one.
  await expect.element(page.getByText('Please check the highlighted fields.')).toBeVisible();
  await expect.element(page.getByText("Can't be higher than 1.00")).not.toBeInTheDocument();
  await expect.element(field).toHaveValue(far.below);
});

test('a level between the prices suits neither side', async ({ showTerminal }) => {
  const { priceConnection } = await showTerminal();
  priceConnection.tell('prices', quoted(60_000, 50_000));
  const { ticket } = terminal();
  await ticket.getByText(fold).click();
  const field = ticket.getByLabelText('Stop loss', { exact: true });
  await field.fill('55000');
  await expect
    .element(field)
    .toHaveAccessibleDescription("This is between the sell and buy prices, so it won't work for a sell or a buy");
});
