import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { updatePosition } from '../../../../src/lib/contract/endpoints.ts';
import { drag, drawn } from '../../../support/component/pointer.ts';
import { aPosition, terminal, test } from '../../../support/component/shown-terminal.tsx';
import { keepLevels, sentBy } from '../../../support/component/trading.tsx';

const position = aPosition();
const withOne = { positions: { open: [position] } };

const handle = (kind: 'SL' | 'TP') => terminal().chart.getByRole('slider', { name: new RegExp(`^${kind},`) });
const rateOf = (kind: 'SL' | 'TP') =>
  (handle(kind).element().getAttribute('aria-valuetext') ?? '').split(' ')[0] ?? '?';
const columnOf = (id: string, column: 'stopLoss' | 'takeProfit') =>
  terminal().rowOf(id).getByCss(`[data-column="${column}"]`);

test("a stop loss is dragged out of its position's line, and appears in the table", async ({ showTerminal }) => {
  const { connection } = await showTerminal(withOne);
  keepLevels(connection, position);
  let shown = '';
  await drag(handle('SL'), { y: 60 }, async () => {
    await expect.element(handle('SL')).toHaveAttribute('aria-valuetext', expect.stringMatching(/-€\d/));
    shown = rateOf('SL');
  });
  await expect.element(columnOf(position.id, 'stopLoss')).toMatchTextContent(shown);
  await expect.element(handle('SL')).toHaveAttribute('aria-busy', 'false');
});

test('a level on the wrong side of the price is reported while dragging, and not sent', async ({ showTerminal }) => {
  const { connection } = await showTerminal(withOne);
  await drag(handle('SL'), { y: -80 }, async () => {
    await expect.element(handle('SL')).toMatchTextContent(/Can't be higher than [\d,]+\.\d\d/);
  });
  const alert = page.getByRole('alert').getByText(/^BTCUSD stop loss: Can't be higher than/);
  await expect.element(alert).toBeVisible();
  await expect.element(handle('SL')).toHaveAttribute('aria-valuetext', 'none');
  await expect.element(columnOf(position.id, 'stopLoss')).not.toMatchTextContent(/\d/);
  expect(sentBy(connection, updatePosition)).toEqual([]);
});

test('Escape leaves a level where it was', async ({ showTerminal }) => {
  const { connection } = await showTerminal(withOne);
  await drag(handle('TP'), { y: -60 }, async () => {
    await expect.element(handle('TP')).toHaveAttribute('aria-valuetext', expect.stringMatching(/\+€\d/));
    await userEvent.keyboard('{Escape}');
  });
  await expect.element(handle('TP')).toHaveAttribute('aria-valuetext', 'none');
  await expect.element(columnOf(position.id, 'takeProfit')).not.toMatchTextContent(/\d/);
  expect(sentBy(connection, updatePosition)).toEqual([]);
});

test('keys move a level, Enter sends it, and Delete removes it', async ({ showTerminal }) => {
  const { connection } = await showTerminal(withOne);
  keepLevels(connection, position);
  const stopLoss = columnOf(position.id, 'stopLoss');
  await expect.element(handle('SL')).toBeVisible();
  (handle('SL').element() as HTMLElement).focus();
  await userEvent.keyboard('{PageDown}'.repeat(8));
  await userEvent.keyboard('{ArrowUp}');
  await drawn();
  const shown = rateOf('SL');
  await userEvent.keyboard('{Enter}');
  await expect.element(stopLoss).toMatchTextContent(shown);
  await expect.element(handle('SL')).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await expect.element(stopLoss).not.toMatchTextContent(/\d/);
  expect(sentBy(connection, updatePosition)).toEqual([
    { id: position.id, stop_lost: Number(shown.replace(',', '')) },
    { id: position.id, stop_lost: null },
  ]);
});

test('with several positions, only the chosen one has handles', async ({ showTerminal }) => {
  const [newer, older] = [position, aPosition({ id: '5f0c1f7e-6f0e-4f51-9f1b-1d3c1a6f0a02', amount: 50 })] as const;
  const { connection } = await showTerminal({ positions: { open: [newer, older] } });
  keepLevels(connection, older);
  const picker = terminal().chart.getByRole('combobox');
  await picker.selectOptions(older.id);
  await expect.poll(() => handle('SL').elements()).toHaveLength(1);
  await drag(handle('TP'), { y: -70 });
  await expect.element(columnOf(older.id, 'takeProfit')).toMatchTextContent(/\d/);
  await expect.element(columnOf(newer.id, 'takeProfit')).not.toMatchTextContent(/\d/);
  // Focusing a row also chooses its position.
  await expect.element(picker).toHaveValue(older.id);
  (terminal().rowOf(newer.id).getByRole('button').first().element() as HTMLElement).focus();
  await expect.element(picker).toHaveValue(newer.id);
});
