import { expect } from 'vitest';
import { withhold } from '../../../support/component/missing-script.ts';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';

test('without its library the chart says so and offers a reload; trading goes on', async ({
  showTerminal,
  destinations,
}) => {
  const { chart, ticket, positions } = terminal();
  await withhold('price-chart.ts');
  await showTerminal();
  const failed = chart.getByRole('alert').filter({ hasText: "We couldn't load the chart." });
  await expect.element(failed).toBeVisible();
  await expect.element(ticket.getByRole('button', { name: /^Buy/ })).toBeEnabled();
  await expect.element(positions).toBeVisible();
  await failed.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect.poll(() => destinations).toEqual(['/platform/BTCUSD']);
});
