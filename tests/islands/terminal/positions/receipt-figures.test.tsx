import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { getReceipt } from '../../../../src/lib/contract/endpoints.ts';
import { exactFigure, one } from '../../../support/exact-figures.ts';
import { aPosition, terminal } from '../../../support/component/shown-terminal.tsx';
import { closedOf } from '../../../support/component/positions.tsx';
import { closedReceipt, openReceiptOf, test } from '../../../support/component/receipts.tsx';

/** The figures of a row of the receipt. */
const figuresOf = (receipt: Locator, name: RegExp): bigint[] =>
  receipt
    .getByRole('row', { name })
    .getByRole('cell')
    .elements()
    .map((cell) => exactFigure(cell.textContent));

const magnitude = (value: bigint) => (value < 0n ? -value : value);

test.for(['buy', 'sell'] as const)(
  'the figures of a %s can be checked by hand, from the quotes to the cent',
  async (direction, { openReceipt }) => {
    const given = closedReceipt(direction);
    const { dialog: receipt } = await openReceipt(given);
    await expect.element(receipt.getByRole('row', { name: /^Fill price/ })).toBeVisible();

    const [bids, asks] = [figuresOf(receipt, /^Bid/), figuresOf(receipt, /^Ask/)];
    expect(bids).toEqual([59_990_010n, 60_100_030n].map((thousandths) => (thousandths * one) / 1_000n));
    expect(asks).toEqual([60_000_010n, 60_109_040n].map((thousandths) => (thousandths * one) / 1_000n));
    expect(figuresOf(receipt, /^Quoted spread/)).toEqual(asks.map((ask, index) => ask - (bids[index] ?? 0n)));
    await expect
      .element(
        receipt
          .getByRole('row', { name: /^Opening spread/ })
          .getByRole('cell')
          .first(),
      )
      .toHaveTextContent('0.025%');
    const [openRate = 0n, closedRate = 0n] = figuresOf(receipt, /^Fill price/);
    const [opening, factor] = direction === 'buy' ? [asks[0] ?? 0n, 100_025n] : [bids[0] ?? 0n, 99_975n];
    // A rate has ten significant digits, so above 10,000 it has five decimals.
    expect(magnitude(openRate * 100_000n - opening * factor)).toBeLessThanOrEqual((one / 100_000n / 2n) * 100_000n);
    expect(closedRate).toBe(direction === 'buy' ? bids[1] : asks[1]);
    const side = direction === 'buy' ? 'bid' : 'ask';
    await expect.element(receipt).toMatchTextContent(`You closed this position at the latest quote: ${side} `);

    const [gained = 0n] = figuresOf(receipt, /^(Close|Open) price −/);
    expect(gained).toBe(direction === 'buy' ? closedRate - openRate : openRate - closedRate);
    const [product = 0n] = figuresOf(receipt, /^× amount/);
    expect(product * 100n).toBe(gained * 123_456n * 10n);
    const [quotient = 0n] = figuresOf(receipt, /^÷ open price/);
    // Truncated after eight decimals.
    expect(magnitude(product * one - quotient * openRate)).toBeLessThan(openRate * (one / 100_000_000n));
    const [rounded = 0n] = figuresOf(receipt, /^Rounded to the nearest cent/);
    expect(magnitude(quotient - rounded)).toBeLessThanOrEqual(one / 200n);
    expect(figuresOf(receipt, /^Profit/)).toEqual([rounded]);
    const shown = terminal().rowOf(given.position.id).getByCss('[data-column="profit"]').element().textContent;
    expect(exactFigure(/[-+]?€[\d,.]+/.exec(shown)?.[0] ?? '')).toBe(rounded);
    expect(rounded).toBe((BigInt(Math.round(given.position.profit * 100)) * one) / 100n);
  },
);

test('the receipt of an open position says that it is open, and follows changes and closes from elsewhere', async ({
  openReceipt,
  server,
}) => {
  const position = aPosition({ amount: 20 });
  const { dialog: receipt, connection } = await openReceipt(openReceiptOf(position));
  await expect.element(receipt).toMatchTextContent('Still open');
  await expect.element(receipt.getByRole('row', { name: /^Termination price/ })).toMatchTextContent(/\d/);
  await expect.element(receipt.getByRole('columnheader', { name: 'Close' })).not.toBeInTheDocument();
  await expect.element(receipt).toMatchTextContent(/Now [\d,]+\.\d\d/);
  const changed = { ...position, take_profit: 900_000 };
  server.answer(getReceipt, openReceiptOf(changed));
  connection.tell('positions', { open: [changed], history: [] });
  await expect.element(receipt.getByRole('row', { name: /^Take profit/ })).toMatchTextContent('900,000');
  const { position: closed, ...fills } = closedReceipt('buy');
  const whole = { ...closed, take_profit: 900_000 };
  server.answer(getReceipt, { position: whole, ...fills });
  connection.tell('positions', { open: [], history: [whole] });
  await expect.element(receipt.getByRole('columnheader', { name: 'Close' })).toBeVisible();
  await expect.element(receipt).toMatchTextContent('Profit calculation');
});

test('a reached stop loss is shown with its level and the quote that reached it', async ({ openReceipt }) => {
  const given = closedReceipt('buy');
  const position = closedOf(given.position, { ...given.position, stop_lost: 60_105.5, closingReason: 1 });
  const { dialog: receipt } = await openReceipt({ ...given, position });
  await expect
    .element(
      receipt.getByText(
        'The price reached your stop loss at 60,105.50. The first quote at or beyond it: bid 60,100.03.',
      ),
    )
    .toBeVisible();
  expect(figuresOf(receipt, /^Fill price/)).toContain(exactFigure('60,100.03'));
  await expect.element(receipt).not.toMatchTextContent('had jumped');
});

test('a close on the quote that confirmed a jump says so', async ({ openReceipt }) => {
  const { dialog } = await openReceipt(closedReceipt('buy', { after_jump: 1 }));
  await expect.element(dialog).toMatchTextContent('The price had jumped by more than 10%.');
});
