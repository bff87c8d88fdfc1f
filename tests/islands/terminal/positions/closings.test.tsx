import { expect, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { closePosition, getHistory } from '../../../../src/lib/contract/endpoints.ts';
import type { ClosingReason } from '../../../../src/lib/contract/entities.ts';
import { closedOf, openPositions } from '../../../support/component/positions.tsx';
import { aPosition, terminal, test } from '../../../support/component/shown-terminal.tsx';

const toasts = () => page.getByRole('region', { name: 'Notifications' });
const mine = aPosition();
const others = openPositions(2);

test.for([
  [1, 'Stop Loss'],
  [2, 'Take Profit'],
  [3, 'Low Margin'],
  [4, 'AI Trade'],
] as [ClosingReason, string][])(
  'positions closed by the server are announced with their reason: %s, %s',
  async ([reason, words], { showTerminal }) => {
    const { connection } = await showTerminal({ positions: { open: [mine, ...others] } });
    await expect.element(terminal().rowOf(mine.id)).toBeVisible();
    connection.tell('positions', { open: others, history: [closedOf(mine, { closingReason: reason, profit: -12.5 })] });
    await expect.element(toasts().getByText(`BTCUSD closed (${words}): -€12.50`, { exact: true })).toBeVisible();
    await expect.element(terminal().rowOf(mine.id)).not.toBeInTheDocument();
  },
);

test('earlier closes are in the history with their reason, and are not announced later', async ({
  showTerminal,
  server,
}) => {
  const closed = closedOf(mine, { closingReason: 1 });
  server.answer(getHistory, { rows: [closed], total: 1 });
  await showTerminal({ positions: { open: [], history: [closed] } });
  const { positions, rowOf } = terminal();
  await positions.getByRole('tab', { name: 'History' }).click();
  await expect.element(rowOf(mine.id).getByCss('[data-column="reason"]')).toHaveTextContent('Stop Loss');
  await expect.element(toasts().getByText(/closed \(/)).not.toBeInTheDocument();
});

test('toasts do not cover the ticket or the tables, and only the newest two are shown', async ({ showTerminal }) => {
  // Toasts disappear after three seconds. The clock is stopped, so that this cannot happen on a slow machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const open = openPositions(4).map((position) => ({ ...position, symbol: 'BTCUSD' }));
  const { connection } = await showTerminal({ positions: { open } });
  const { chart, rows } = terminal();
  await expect.element(rows).toHaveLength(4);
  for (const closed of [1, 2, 3]) {
    const history = open.slice(0, closed).map((each, index) => closedOf(each, { closingReason: 1, profit: index + 1 }));
    connection.tell('positions', { open: open.slice(closed), history });
  }
  const shown = toasts().getByRole('status');
  await expect.element(shown).toHaveLength(2);
  expect(shown.elements().map((toast) => /€\d+/.exec(toast.textContent)?.[0])).toEqual(['€2', '€3']);
  const chartBox = chart.element().getBoundingClientRect();
  for (const toast of shown.elements()) {
    const box = toast.getBoundingClientRect();
    expect(box.left).toBeGreaterThan(chartBox.left);
    expect(box.top).toBeGreaterThan(chartBox.top);
    expect(box.bottom).toBeLessThan(chartBox.bottom);
  }
});

test('the focus stays near when a position closes while its asset has it', async ({ showTerminal }) => {
  const { connection } = await showTerminal({ positions: { open: [mine, ...others] } });
  const { positions, rowOf } = terminal();
  const asset = rowOf(mine.id).getByRole('rowheader').getByRole('button');
  (await asset.findElement()).focus();
  await expect.element(asset).toHaveFocus();
  connection.tell('positions', { open: others, history: [closedOf(mine)] });
  await expect.element(rowOf(mine.id)).not.toBeInTheDocument();
  await expect.element(positions.getByRole('tab', { name: 'Open positions' })).toHaveFocus();
});

test('the close dialog shuts when the position is closed elsewhere, and says so', async ({ showTerminal }) => {
  const { connection } = await showTerminal({ positions: { open: [mine, ...others] } });
  const { positions, rowOf } = terminal();
  await rowOf(mine.id).getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('dialog', { name: /^Close / })).toBeVisible();
  connection.tell('positions', { open: others, history: [closedOf(mine)] });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect
    .element(page.getByText('Your BTCUSD position has already closed. See your history for details.', { exact: true }))
    .toBeVisible();
  await expect.element(positions.getByRole('tab', { name: 'Open positions' })).toHaveFocus();
  expect(connection.emits.map(({ event }) => event)).not.toContain(closePosition.event);
});

test('the close dialog opens again by a key that follows Escape at once', async ({ showTerminal }) => {
  await showTerminal({ positions: { open: [mine, ...others] } });
  const { rowOf } = terminal();
  const close = rowOf(mine.id).getByRole('button', { name: 'Close' });
  await close.click();
  const dialog = page.getByRole('dialog', { name: /^Close / });
  await expect.element(dialog).toBeVisible();
  // Both in one task, before the browser tells that the dialog was closed.
  (dialog.element() as HTMLDialogElement).requestClose();
  (close.element() as HTMLButtonElement).click();
  // Two frames later everything that was told has been handled.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep open' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
