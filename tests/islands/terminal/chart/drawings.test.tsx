import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getChart, saveChart } from '../../../../src/lib/contract/chart/chart-endpoints.ts';
import type { ChartLayout } from '../../../../src/lib/contract/chart/chart-layout.ts';
import { $layout, plainLayout } from '../../../../src/stores/chart/chart-layout.ts';
import { expectNoFaults } from '../../../support/component/accessibility.ts';
import { choose, endsOfView, minuteNow, minutes, serveMinutes, view } from '../../../support/component/chart.tsx';
import type { FakeServer } from '../../../support/component/fake-server.ts';
import { drag, drawn } from '../../../support/component/pointer.ts';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';

const panel = () => page.getByRole('dialog', { name: 'Drawings' });
const openPanel = () => terminal().chart.getByRole('button', { name: 'Drawings' }).click();
const point = (name: string) => terminal().chart.getByRole('slider', { name });
const drawings = () => $layout.get()?.layout?.drawings ?? [];

async function showMinutes(server: FakeServer): Promise<void> {
  server.answer(saveChart, null);
  serveMinutes(server, minutes(300, minuteNow()));
  await choose('1m');
}

test('a trend line is dragged on the chart, moved, and removed by Delete; the bars stay where they are', async ({
  showTerminal,
  server,
}) => {
  await showTerminal();
  await showMinutes(server);
  const before = endsOfView();
  await openPanel();
  await panel().getByRole('button', { name: 'Trend line' }).click();
  await expect.element(terminal().chart.getByText('Click the first point, then the second.')).toBeVisible();
  await drag(view(), { x: 120, y: -60 });
  await expect.poll(drawings).toHaveLength(1);
  const [line] = drawings();
  expect(line).toMatchObject({ kind: 'trend' });
  expect((line?.points[1]?.rate ?? 0) - (line?.points[0]?.rate ?? 0)).toBeGreaterThan(0);
  await expect.element(point('Trend line, point 1')).toHaveFocus();
  await expectNoFaults();
  // The middle of the chart is its first point: a drag there moves all of it.
  await drag(point('Trend line, point 2'), { x: 40, y: 30 });
  expect(drawings()[0]?.points[0]).toEqual(line?.points[0]);
  expect(drawings()[0]?.points[1]?.time).toBeGreaterThan(line?.points[1]?.time ?? Infinity);
  expect(endsOfView()).toEqual(before);
  (point('Trend line, point 1').element() as HTMLElement).focus();
  await userEvent.keyboard('{Delete}');
  await expect.poll(drawings).toEqual([]);
  await expect.element(terminal().chart.getByRole('button', { name: 'Drawings' })).toHaveFocus();
  await expect
    .poll(() => server.asked(saveChart).at(-1)?.body, { timeout: 5_000 })
    .toEqual({ symbol: 'BTCUSD', layout: plainLayout });
});

test('by keyboard a drawing starts in the middle, and the arrow keys move its points', async ({
  showTerminal,
  server,
}) => {
  await showTerminal();
  await showMinutes(server);
  await openPanel();
  (panel().getByRole('button', { name: 'Rectangle' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(point('Rectangle, point 1')).toHaveFocus();
  const [first] = drawings()[0]?.points ?? [];
  await userEvent.keyboard('{ArrowRight}{ArrowUp}');
  await expect.poll(() => drawings()[0]?.points[0]?.time).toBe((first?.time ?? 0) + 60);
  const [{ rate, time } = { rate: NaN, time: NaN }] = drawings()[0]?.points ?? [];
  expect(rate).toBeGreaterThan(first?.rate ?? Infinity);
  const slider = point('Rectangle, point 1');
  const [day, hour] = [new Date(time * 1000).getUTCDate(), new Date(time * 1000).toISOString().slice(11, 16)];
  const text = new RegExp(`^59,\\d{3}\\.\\d\\d · ${day} \\w+ \\d{4}, ${hour} UTC$`);
  await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(text));
  await expect.element(slider).toHaveAttribute('aria-valuemin', '0');
  expect(Number(slider.element().getAttribute('aria-valuemax'))).toBeGreaterThan(rate);
  await userEvent.keyboard('{Escape}');
  await expect.element(point('Rectangle, point 1')).not.toBeInTheDocument();
  await expect.element(terminal().chart.getByRole('button', { name: 'Drawings' })).toHaveFocus();
  await openPanel();
  await panel()
    .getByRole('button', { name: /^Remove Rectangle/ })
    .click();
  expect(drawings()).toEqual([]);
  await expect.element(panel().getByRole('button', { name: 'Close' })).toHaveFocus();
});

test('Escape cancels a drawing that was begun, and the chart can be dragged again', async ({
  showTerminal,
  server,
}) => {
  await showTerminal();
  await showMinutes(server);
  await openPanel();
  await panel().getByRole('button', { name: 'Measure' }).click();
  await view().click({ position: { x: 200, y: 150 } });
  await userEvent.keyboard('{Escape}');
  await drawn();
  expect(drawings()).toEqual([]);
  const [first] = endsOfView();
  await drag(view(), { x: -150 });
  await vi.waitFor(() => expect(endsOfView()[0]).toBeGreaterThan(first));
});

test('a saved text is there, can be selected by a click, and gets other words', async ({ showTerminal, server }) => {
  await showTerminal();
  server.answer(saveChart, null);
  const today = Math.floor(Date.now() / 86_400_000) * 86_400;
  const layout: ChartLayout = {
    ...plainLayout,
    drawings: [
      { id: 'a', kind: 'text', colour: 'pink', points: [{ time: today - 5 * 86_400, rate: 59_500 }], text: 'Top' },
    ],
  };
  server.answer(getChart, layout);
  await terminal().market.getByText('ETHUSD').click();
  await expect.element(view()).toHaveAttribute('data-bars', 'ETHUSD 1d');
  await openPanel();
  await panel()
    .getByRole('button', { name: /^Select Top/ })
    .click();
  await terminal().chart.getByRole('textbox', { name: 'Text' }).fill('Resistance');
  await expect.poll(() => drawings()[0]?.text).toBe('Resistance');
});

test('what was begun on one asset is not put on another', async ({ showTerminal, server }) => {
  await showTerminal();
  await showMinutes(server);
  await openPanel();
  await panel().getByRole('button', { name: 'Measure' }).click();
  await view().click({ position: { x: 200, y: 150 } });
  await terminal().market.getByText('ETHUSD').click();
  await expect.element(view()).toHaveAttribute('data-bars', 'ETHUSD 1m');
  await expect.element(terminal().chart.getByText('Click the first point')).not.toBeInTheDocument();
  await view().click({ position: { x: 300, y: 200 } });
  await drawn();
  expect($layout.get()?.symbol).toBe('ETHUSD');
  expect(drawings()).toEqual([]);
});

test('a removed drawing hands the focus to its neighbour', async ({ showTerminal, server }) => {
  await showTerminal();
  await showMinutes(server);
  const text = { kind: 'text', colour: 'blue', points: [{ time: minuteNow(), rate: 59_100 }] } as const;
  const layout = ['One', 'Two', 'Three'].map((name) => ({ ...text, points: [...text.points], id: name, text: name }));
  $layout.set({
    symbol: 'BTCUSD',
    layout: { ...plainLayout, drawings: layout },
    status: 'ready',
    accessToken: 'token',
  });
  await openPanel();
  const remove = (name: string) => panel().getByRole('button', { name: new RegExp(`^Remove ${name}`) });
  for (const [name, next] of [['Two', 'Three'] as const, ['Three', 'One'] as const]) {
    (remove(name).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(remove(next)).toHaveFocus();
  }
});
