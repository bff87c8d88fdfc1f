import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { catchFiles, cellsOf, headOf, openPositions } from '../../../support/component/positions.tsx';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';

const count = 3_000;
const open = openPositions(count);

/** The index, among all positions, of each row that is in the page. */
function indexes(): number[] {
  return terminal()
    .rows.elements()
    .map((row) => Number(row.getAttribute('aria-rowindex')) - 1);
}

test('of thousands of open positions only the visible rows are in the page, at every scroll position', async ({
  showTerminal,
}) => {
  await showTerminal({ positions: { open } });
  const { positions, rows } = terminal();
  await expect.element(positions.getByRole('tab', { name: 'Open positions' })).toMatchTextContent(String(count));
  await expect.element(positions.getByRole('table')).toHaveAttribute('aria-rowcount', String(count + 1));
  expect(rows.elements().length).toBeLessThan(200);
  expect(indexes()[0]).toBe(1);

  const panel = positions.getByRole('tabpanel').element();
  const last = positions.getByCss(`[aria-rowindex="${count + 1}"]`);
  panel.scrollTop = panel.scrollHeight;
  await expect.element(last).toBeInViewport();
  await expect.element(last.getByCss('[data-live="profit"]')).toMatchTextContent(/\d/);
  expect(rows.elements().length).toBeLessThan(200);

  panel.scrollTop = panel.scrollHeight / 2;
  await expect.poll(() => indexes().includes(count / 2)).toBe(true);
  await headOf('Amount').getByRole('button').click();
  panel.scrollTop = 0;
  await expect.element(rows.first().getByCss('[data-column="amount"]')).toHaveTextContent('€30.99');
});

test('cards scroll in the same way', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  await showTerminal({ positions: { open } });
  const { rows } = terminal();
  await expect.poll(() => rows.elements().length).toBeGreaterThan(0);
  for (let shown = 0; shown < 300; shown = indexes().at(-1) ?? 0) {
    rows.elements().at(-1)?.scrollIntoView();
    await expect.poll(() => indexes().at(-1)).toBeGreaterThan(shown);
  }
  expect(rows.elements().length).toBeLessThan(200);
});

test('all positions are saved, not only those in the page', async ({ showTerminal }) => {
  const saved = catchFiles();
  await showTerminal({ positions: { open } });
  await terminal().positions.getByRole('button', { name: 'Export CSV' }).click();
  expect(new Set(cellsOf(await saved.first()).rows.map(([id]) => id)).size).toBe(count);
});

test('the profit of thousands of positions keeps updating, and the page stays responsive', async ({ showTerminal }) => {
  const { priceConnection } = await showTerminal({ positions: { open } });
  const profit = page.getByCss('[data-figure="profit"]');
  await expect.element(profit).toMatchTextContent(/\d/);
  for (let moves = 1; moves <= 5; moves++) {
    const before = profit.element().textContent;
    priceConnection.tell('prices', { BTCUSD: { buy: 60_010 - moves * 500, sell: 60_000 - moves * 500 } });
    await expect.poll(() => profit.element().textContent).not.toBe(before);
  }
  await terminal().ticket.getByLabelText('Amount').fill('10');
  await expect.element(terminal().ticket.getByLabelText('Amount')).toHaveValue('10');
});
