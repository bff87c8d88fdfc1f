import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { getChart } from '../../../../src/lib/contract/chart/chart-endpoints.ts';
import type { ChartLayout } from '../../../../src/lib/contract/chart/chart-layout.ts';
import { plainLayout } from '../../../../src/stores/chart/chart-layout.ts';
import { view } from '../../../support/component/chart.tsx';
import { withhold } from '../../../support/component/missing-script.ts';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';

interface Layer {
  script: string;
  saved: Partial<ChartLayout>;
  tool: string;
}

const layers: Layer[] = [
  {
    ...{ script: 'chart-indicators.tsx', tool: 'Indicators' },
    saved: { indicators: [{ id: 'a', kind: 'rsi', source: 'close', colour: 'blue', inputs: { period: 14 } }] },
  },
  {
    ...{ script: 'chart-drawings.tsx', tool: 'Drawings' },
    saved: {
      drawings: [
        { id: 'b', kind: 'text', colour: 'blue', text: 'Top', points: [{ time: 1_780_000_000, rate: 59_000 }] },
      ],
    },
  },
  { script: 'chart-compare.tsx', tool: 'Compare', saved: { compared: ['ETHUSD'] } },
];

for (const { script, saved, tool } of layers)
  test(`without ${script} the rest of the screen stays, and the other tools work`, async ({ showTerminal, server }) => {
    const { chart, ticket, market } = terminal();
    await withhold(script);
    await showTerminal({ symbol: 'EURUSD' });
    server.answer(getChart, { ...plainLayout, ...saved });
    await market.getByText('BTCUSD').click();
    const told = page.getByText("The chart tools didn't load.");
    await expect.element(told).toBeVisible();
    await expect.element(ticket.getByRole('button', { name: /^Buy/ })).toBeEnabled();
    await expect.element(view()).toBeVisible();

    // Another tool is not affected, and the panel of this one closes if it fails again.
    await chart.getByRole('button', { name: 'Chart type' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Chart type' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await chart.getByRole('button', { name: tool, exact: true }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect
      .element(chart.getByRole('button', { name: tool, exact: true }))
      .toHaveAttribute('aria-expanded', 'false');
  });
