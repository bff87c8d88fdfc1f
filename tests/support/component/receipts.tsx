import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { getReceipt } from '../../../src/lib/contract/endpoints.ts';
import type { Direction, Fill, Position, Receipt } from '../../../src/lib/contract/entities.ts';
import { closedOf } from './positions.tsx';
import { aPosition, terminal, test as base } from './shown-terminal.tsx';

/** Receipts of an open position and of a closed one. */

const fillAt = (rate: number, time: string, [bid, ask]: readonly [number, number]): Fill => ({
  ...{ rate, time },
  quote: { bid, ask, time, sequence: 7, feed: 'simulated' },
});

/** The receipt of an open buy of 20.00 of Bitcoin. */
export function openReceiptOf(position: Position): Receipt {
  const quote = fillAt(position.open_rate, position.open_date, [59_980, 59_985]);
  return { position, open: quote, close: null, after_jump: 0 };
}

const closedAt = '2026-03-02T10:01:00.250Z';

/**
 * The receipt of 1,234.56 of Bitcoin with leverage 10, closed manually; rates and profit follow the rules of trading
 * and were calculated by hand.
 */
export function closedReceipt(direction: Direction, changes: Partial<Receipt> = {}): Receipt {
  // 60,000.01 × 1.00025 = 60,015.0100025 and 59,990.01 × 0.99975 = 59,975.0124975, to ten digits.
  const [openRate, closedRate, profit] =
    direction === 'buy' ? [60_015.01, 60_100.03, 17.49] : [59_975.0125, 60_109.04, -27.59];
  const position = closedOf(aPosition({ direction, amount: 1_234.56, leverage: 10, open_rate: openRate }), {
    ...{ closed_rate: closedRate, profit, close_date: closedAt },
  });
  return {
    position,
    open: fillAt(openRate, position.open_date, [59_990.01, 60_000.01]),
    close: fillAt(closedRate, closedAt, [60_100.03, 60_109.04]),
    after_jump: 0,
    ...changes,
  };
}

export const test = base.extend('openReceipt', ({ showTerminal, server }) => async (receipt: Receipt) => {
  const { position } = receipt;
  const isOpen = position.closed_rate === null;
  server.answer(getReceipt, receipt);
  server.answer({ method: 'POST', path: '/api/accounts/history' }, { rows: [position], total: 1 });
  const connections = await showTerminal({ positions: isOpen ? { open: [position] } : { history: [position] } });
  const { positions, rowOf } = terminal();
  if (!isOpen) await positions.getByRole('tab', { name: 'History' }).click();
  const button = rowOf(position.id).getByRole('button', { name: 'Receipt for BTCUSD' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Receipt for BTCUSD' });
  await expect.element(dialog).toBeVisible();
  return { ...connections, dialog, button };
});
