import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getChart, saveChart } from '../../../../src/lib/contract/chart/chart-endpoints.ts';
import type { ChartLayout } from '../../../../src/lib/contract/chart/chart-layout.ts';
import { plainLayout } from '../../../../src/stores/chart/chart-layout.ts';
import { expectNoFaults } from '../../../support/component/accessibility.ts';
import { choose, minuteNow, minutes, serveMinutes } from '../../../support/component/chart.tsx';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';

const panel = () => page.getByRole('dialog', { name: 'Indicators' });
const legend = (kind: string) => terminal().chart.getByCss(`[data-indicator="${kind}"]`);
const savedLayout = (asked: readonly { body: unknown }[]) => (asked.at(-1)?.body as { layout: ChartLayout }).layout;

test('an indicator is added, set and removed, and its settings are saved', async ({ showTerminal, server }) => {
  await showTerminal();
  server.answer(saveChart, null);
  serveMinutes(server, minutes(300, minuteNow()));
  await choose('1m');
  await terminal().chart.getByRole('button', { name: 'Indicators' }).click();
  await panel().getByRole('button', { name: 'Moving average', exact: true }).click();
  await expect.element(legend('ma')).toMatchTextContent(/MA 20.*59,2/);
  await panel().getByRole('button', { name: 'RSI' }).click();
  await expect.element(legend('rsi')).toMatchTextContent(/RSI 14.*100\.00/);
  await panel().getByLabelText('Period').first().fill('50');
  await panel().getByLabelText('Source').first().selectOptions('high');
  await panel().getByRole('radio', { name: 'Teal' }).first().click({ force: true });
  await expect.element(legend('ma')).toMatchTextContent(/MA 50/);
  await expectNoFaults();
  await expect.poll(() => server.asked(saveChart).length, { timeout: 5_000 }).toBeGreaterThan(0);
  await expect
    .poll(() => savedLayout(server.asked(saveChart)).indicators, { timeout: 5_000 })
    .toMatchObject([{ kind: 'ma', source: 'high', colour: 'teal', inputs: { period: 50 } }, { kind: 'rsi' }]);
  await panel().getByRole('button', { name: 'Remove RSI' }).click();
  await expect.element(legend('rsi')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(legend('ma')).toBeVisible();
});

test('a period outside its limits is not applied', async ({ showTerminal, server }) => {
  await showTerminal();
  server.answer(saveChart, null);
  await terminal().chart.getByRole('button', { name: 'Indicators' }).click();
  await panel().getByRole('button', { name: 'Moving average', exact: true }).click();
  await panel().getByLabelText('Period').fill('501');
  await expect.element(panel().getByLabelText('Period')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(panel().getByText('Enter a whole number from 1 to 500')).toBeVisible();
  await expect.element(legend('ma')).toMatchTextContent(/MA 20/);
  await userEvent.keyboard('{Tab}');
  await expect.element(panel().getByLabelText('Period')).toHaveValue('20');
  // No feed has volume.
  await expect.element(panel().getByRole('button', { name: 'RSI' })).toBeVisible();
  await expect.element(panel().getByRole('button', { name: 'VWAP' })).not.toBeInTheDocument();
});

test('saved indicators follow the price, each oscillator in a pane of its own', async ({ showTerminal, server }) => {
  const { priceConnection } = await showTerminal();
  const common = { source: 'close', colour: 'blue' } as const;
  server.answer(getChart, {
    ...plainLayout,
    indicators: [
      { ...common, id: 'a', kind: 'ma', inputs: { period: 1 } },
      { ...common, id: 'b', kind: 'ichimoku', inputs: { conversion: 2, base: 3, span: 4 } },
      { ...common, id: 'c', kind: 'atr', inputs: { period: 2 } },
      { ...common, id: 'd', kind: 'macd', inputs: { fast: 2, slow: 3, signal: 2 } },
    ],
  });
  await terminal().market.getByText('ETHUSD').click();
  await expect.element(legend('macd')).toBeVisible();
  priceConnection.tell('prices', { ETHUSD: { buy: 3_002, sell: 3_001.5 } });
  await expect.element(legend('ma')).toMatchTextContent(/3,001\.5/);
  const tops = ['ma', 'atr', 'macd'].map((kind) => legend(kind).element().getBoundingClientRect().top);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect((tops[1] ?? 0) - (tops[0] ?? 0)).toBeGreaterThan(60);
});

test('names and numbers are in the language of the reader, and in the colours of the theme', async ({
  showTerminal,
  server,
}) => {
  await showTerminal({ locale: 'de', symbol: 'EURUSD' });
  server.answer(saveChart, null);
  const common = { source: 'close', colour: 'blue' } as const;
  server.answer(getChart, {
    ...plainLayout,
    indicators: [
      { ...common, id: 'a', kind: 'bollinger', inputs: { period: 2, width: 2.5 } },
      { ...common, id: 'b', kind: 'rsi', inputs: { period: 2 } },
      { ...common, id: 'c', kind: 'atr', inputs: { period: 2 } },
    ],
  });
  const chart = page.getByRole('region', { name: /BTCUSD/ }).first();
  await page.getByRole('region', { name: 'Markt' }).getByText('BTCUSD').click();
  const of = (kind: string) => page.getByCss(`[data-indicator="${kind}"]`);
  await expect.element(chart).toBeVisible();
  await expect.element(of('bollinger')).toMatchTextContent(/^BB 2 2,5/);
  await expect.element(of('rsi')).toMatchTextContent(/^RSI 2 ?100,00$/);
  await expect.element(of('atr')).toMatchTextContent(/^ATR 2 ?\d{3},\d\d$/);
  await of('bollinger').getByRole('button').click();
  const width = page.getByRole('dialog').getByLabelText('Standardabweichungen');
  await expect.element(width).toHaveValue('2,5');
  await width.fill('3,5');
  await expect.element(of('bollinger')).toMatchTextContent(/^BB 2 3,5/);
  await userEvent.keyboard('{Escape}');
  const name = of('rsi').getByRole('button');
  await expect.element(name).toHaveStyle({ color: 'rgb(111, 177, 255)' });
  document.documentElement.dataset['theme'] = 'light';
  await expect.element(name).toHaveStyle({ color: 'rgb(11, 98, 196)' });
  delete document.documentElement.dataset['theme'];
});
