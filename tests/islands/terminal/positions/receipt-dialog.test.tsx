import { expect, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getReceipt } from '../../../../src/lib/contract/endpoints.ts';
import { tabTo } from '../../../support/component/positions.tsx';
import { closedReceipt, openReceiptOf, test } from '../../../support/component/receipts.tsx';
import { aPosition, terminal } from '../../../support/component/shown-terminal.tsx';

function spyOnCopies() {
  const copies = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copies.mockRestore());
  return copies;
}

test('a receipt is copied as displayed, with tabs between its cells', async ({ openReceipt }) => {
  const copies = spyOnCopies();
  const position = aPosition({ direction: 'sell', amount: 15 });
  const { dialog } = await openReceipt(openReceiptOf(position));
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect.element(dialog.getByText('Receipt copied.')).toBeVisible();
  expect(copies).toHaveBeenCalledOnce();
  const copied = copies.mock.lastCall?.[0] ?? '';
  expect(copied).toMatch(/^Receipt for BTCUSD\n/);
  expect(copied).toContain(position.id);
  expect(copied).toMatch(/\nBid\t[\d,.]+\n/);
});

test('a receipt that the browser does not allow to copy says so', async ({ openReceipt }) => {
  spyOnCopies().mockRejectedValue(new Error('not allowed'));
  const { dialog } = await openReceipt(openReceiptOf(aPosition()));
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect.element(dialog.getByText('Your browser blocked copying.')).toBeVisible();
});

test('a receipt that cannot be loaded says why, and can be loaded again', async ({ showTerminal, server }) => {
  const position = aPosition({ amount: 5 });
  server.beUnreachable(getReceipt);
  await showTerminal({ positions: { open: [position] } });
  await terminal().rowOf(position.id).getByRole('button', { name: 'Receipt for BTCUSD' }).click();
  const receipt = page.getByRole('dialog');
  await expect
    .element(receipt.getByRole('alert'))
    .toHaveTextContent("We couldn't load the receipt. This is temporarily unavailable. Please try again in a moment.");
  server.answer(getReceipt, openReceiptOf(position));
  await tabTo(receipt.getByRole('button', { name: 'Try again' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(receipt).toMatchTextContent('Still open');
  await expect.element(receipt.getByRole('heading', { name: 'Receipt for BTCUSD' })).toHaveFocus();
});

test.for([360, 900, 1440])('a receipt fits %d px, and can be closed by keyboard', async (width, { openReceipt }) => {
  await page.viewport(width, 740);
  const { dialog, button } = await openReceipt(closedReceipt('buy'));
  await expect.element(dialog).toMatchTextContent('Profit calculation');
  const { scrollWidth, clientWidth } = dialog.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  await tabTo(dialog.getByRole('button', { name: 'Done' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});
