import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { updatePosition } from '../../../../src/lib/contract/endpoints.ts';
import { acknowledge } from '../../../../src/lib/contract/envelope.ts';
import { typeOver } from '../../../support/component/keyboard.ts';
import { aPosition, terminal, test } from '../../../support/component/shown-terminal.tsx';
import { cellOf, expectShut, far, keepLevels, refusedStopLoss } from '../../../support/component/trading.tsx';

const position = aPosition();
const withOne = { positions: { open: [position] } };

test("a refusal by the server is shown in the page's language, and the form stays", async ({ showTerminal }) => {
  const { connection } = await showTerminal(withOne);
  connection.answer(updatePosition.event, () => refusedStopLoss);
  const cell = cellOf(terminal().rows.first(), 'Stop loss');
  await cell.button.click();
  await userEvent.keyboard(far.below);
  await userEvent.keyboard('{Enter}');
  // At the newest price the level is valid, so the message is a general one.
  await expect.element(cell.message).toHaveTextContent('Please check the highlighted fields.');
  await expect.element(cell.input).toHaveFocus();
  await userEvent.keyboard('1');
  await expect
    .element(cell.message)
    .toMatchTextContent(/^A buy would close at [\d,.]+ first, so this would never trigger$/);
});

test('a late answer does not affect a form reopened since, but is still reported', async ({ showTerminal }) => {
  const { connection } = await showTerminal(withOne);
  const cell = cellOf(terminal().rows.first(), 'Stop loss');
  await cell.button.click();
  await userEvent.keyboard(far.below);
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Escape}');
  await expectShut(cell);
  await cell.button.click();
  await expect.element(cell.input).toHaveFocus();
  await typeOver('2000');
  const late = connection.emits.find(({ event }) => event === updatePosition.event);
  late?.answer(acknowledge({ ...position, stop_lost: Number(far.below) }));
  await expect.element(page.getByText(/stop loss 1,000\.00/i)).toBeVisible();
  await expect.element(cell.input).toHaveFocus();
  await expect.element(cell.input).toHaveValue('2000');
  keepLevels(connection, position);
  await userEvent.keyboard('{Enter}');
  await expect.element(cell.button).toMatchTextContent('2,000.00');
});
