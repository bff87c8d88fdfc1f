import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { saveChart } from '../../../../src/lib/contract/chart/chart-endpoints.ts';
import { getCandles } from '../../../../src/lib/contract/endpoints.ts';
import type { ChartLayout } from '../../../../src/lib/contract/chart/chart-layout.ts';
import { expectNoFaults } from '../../../support/component/accessibility.ts';
import { view } from '../../../support/component/chart.tsx';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';

const panel = () => page.getByRole('dialog', { name: 'Compare' });
const askedFor = (asked: readonly { address: string }[]) =>
  asked.filter(({ address }) => address.includes('symbol=ETHUSD') && address.includes('resolution=1d'));

test('another asset is compared at the same bars, saved, and removed', async ({ showTerminal, server }) => {
  await showTerminal();
  server.answer(saveChart, null);
  await expect.element(view()).toBeVisible();
  await terminal().chart.getByRole('button', { name: 'Compare' }).click();
  await panel().getByLabelText('Add an asset').selectOptions('ETHUSD');
  await expect.poll(() => askedFor(server.asked(getCandles)).length).toBe(1);
  await expectNoFaults();
  await expect
    .poll(() => (server.asked(saveChart).at(-1)?.body as { layout?: ChartLayout } | undefined)?.layout?.compared, {
      timeout: 5_000,
    })
    .toEqual(['ETHUSD']);
  await panel().getByRole('button', { name: 'Remove ETHUSD' }).click();
  await expect.element(panel().getByText('No assets added yet.')).toBeVisible();
});

test('a failure to load the other prices is told', async ({ showTerminal, server }) => {
  await showTerminal();
  server.answer(saveChart, null);
  await expect.element(view()).toBeVisible();
  server.answerBy(getCandles, () => undefined);
  await terminal().chart.getByRole('button', { name: 'Compare' }).click();
  await panel().getByLabelText('Add an asset').selectOptions('ETHUSD');
  await expect.element(panel().getByText("We couldn't load prices for ETHUSD.")).toBeVisible();
});
