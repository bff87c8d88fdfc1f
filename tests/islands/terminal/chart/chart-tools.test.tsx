import font from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url';
import { afterEach, expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getChart, saveChart } from '../../../../src/lib/contract/chart/chart-endpoints.ts';
import { plainLayout } from '../../../../src/stores/chart/chart-layout.ts';
import { expectNoFaults } from '../../../support/component/accessibility.ts';
import { choose, view } from '../../../support/component/chart.tsx';
import { collectSavedFiles } from '../../../support/component/saved-files.ts';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';

afterEach(() => void vi.restoreAllMocks());

const tool = (name: string) => terminal().chart.getByRole('button', { name, exact: true });
const panel = (name: string) => page.getByRole('dialog', { name });

/** How many pixels of the chart have one of its colours of rising and falling candles. */
function candlePixels(): number {
  let count = 0;
  for (const canvas of view().element().querySelectorAll('canvas')) {
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width || 1, canvas.height || 1).data ?? [];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] === 95 && data[at + 1] === 230 && data[at + 2] === 193) count += 1;
    }
  }
  return count;
}

test('the accessible name follows the interval, up to a month', async ({ showTerminal }) => {
  await showTerminal();
  await expect.element(view()).toHaveAccessibleName(/^1d bars from/);
  for (const interval of ['30m', '1w', '1M']) {
    await choose(interval);
    await expect.element(view()).toHaveAccessibleName(new RegExp(`^${interval} bars from`));
  }
});

test('the digits of the axes are of one width', async ({ showTerminal }) => {
  document.fonts.add(await new FontFace('Geist', `url(${font})`).load());
  await showTerminal();
  await expect.element(view()).toBeVisible();
  const widthsIn = (canvas: HTMLCanvasElement | null) => {
    const context = canvas?.getContext('2d');
    if (!context) throw new Error('There is no canvas');
    context.save();
    context.font = '12px Geist';
    const widths = ['1111', '0000'].map((text) => context.measureText(text).width);
    context.restore();
    return widths;
  };
  const [ones = 0, noughts] = widthsIn(view().element().querySelector('canvas'));
  expect(ones).toBe(noughts);
  // The font's digits have different widths, unless it is told otherwise.
  const [narrow = 0, wide = 0] = widthsIn(document.createElement('canvas'));
  expect(narrow).toBeLessThan(wide);
});

test('a chart type and a scale are drawn, saved and there on another device', async ({ showTerminal, server }) => {
  await showTerminal();
  server.answer(saveChart, null);
  await expect.element(view()).toBeVisible();
  await vi.waitFor(() => expect(candlePixels()).toBeGreaterThan(50));
  await tool('Chart type').click();
  await panel('Chart type').getByRole('radio', { name: 'Line' }).click();
  await vi.waitFor(() => expect(candlePixels()).toBe(0));
  await expectNoFaults();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel('Chart type')).not.toBeInTheDocument();
  await tool('Scale and image').click();
  await panel('Scale and image').getByRole('radio', { name: 'Logarithmic' }).click();
  await expect
    .poll(() => server.asked(saveChart).at(-1)?.body, { timeout: 5_000 })
    .toEqual({ symbol: 'BTCUSD', layout: { ...plainLayout, type: 'line', scale: 'log' } });
});

test('a saved layout is drawn without a tool being opened', async ({ showTerminal, server }) => {
  await showTerminal();
  server.answer(getChart, { ...plainLayout, type: 'area' });
  await terminal().market.getByText('ETHUSD').click();
  await expect.element(view()).toHaveAttribute('data-bars', 'ETHUSD 1d');
  await vi.waitFor(() => expect(candlePixels()).toBe(0));
  server.answer(getChart, null);
  await terminal().market.getByText('BTCUSD').click();
  await vi.waitFor(() => expect(candlePixels()).toBeGreaterThan(50));
});

test.for(['Bars', 'Area', 'Heikin-Ashi'])(
  '%s are drawn, and follow the price',
  async (type, { showTerminal, server }) => {
    const { priceConnection } = await showTerminal();
    server.answer(saveChart, null);
    await tool('Chart type').click();
    await panel('Chart type').getByRole('radio', { name: type }).click();
    await userEvent.keyboard('{Escape}');
    priceConnection.tell('prices', { BTCUSD: { buy: 61_010, sell: 61_000 } });
    await expect.element(terminal().chart.getByCss('[data-bar="close"]')).toHaveTextContent('61,000.00');
  },
);

test('the picture is saved as a PNG named by asset, interval and day', async ({ showTerminal }) => {
  await showTerminal();
  const files = collectSavedFiles();
  await expect.element(view()).toBeVisible();
  await tool('Scale and image').click();
  await panel('Scale and image').getByRole('button', { name: 'Save as image' }).click();
  const name = `BTCUSD-1d-${new Date().toISOString().slice(0, 10)}.png`;
  await expect.element(page.getByText(`Image saved: ${name}`)).toBeVisible();
  expect(files).toHaveLength(1);
});

test('a picture that the browser cannot make is told, and saves nothing', async ({ showTerminal }) => {
  await showTerminal();
  const files = collectSavedFiles();
  await expect.element(view()).toBeVisible();
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
  await tool('Scale and image').click();
  await panel('Scale and image').getByRole('button', { name: 'Save as image' }).click();
  const told = panel('Scale and image').getByText("We couldn't save the image. Please try again.");
  await expect.element(told).toBeVisible();
  expect(files).toEqual([]);
});

test('full screen shows the chart alone and ends with the same button', async ({ showTerminal }) => {
  await showTerminal();
  vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false);
  await tool('Full screen').click();
  await expect.element(terminal().chart).toHaveAttribute('data-full');
  await tool('Full screen').click();
  await expect.element(terminal().chart).not.toHaveAttribute('data-full');
});

test('Escape ends the full screen of a phone, unless it is meant for a panel or a field', async ({ showTerminal }) => {
  await showTerminal();
  vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false);
  const { chart } = terminal();
  await tool('Full screen').click();
  await expect.element(chart).toHaveAttribute('data-full');
  await tool('Chart type').click();
  await expect.element(panel('Chart type')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel('Chart type')).not.toBeInTheDocument();
  await expect.element(chart).toHaveAttribute('data-full');
  await userEvent.keyboard('{Escape}');
  await expect.element(chart).not.toHaveAttribute('data-full');
});

test('full screen leaves no listener behind, whichever way it ends', async ({ showTerminal }) => {
  await showTerminal();
  vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false);
  await tool('Chart type').click();
  await userEvent.keyboard('{Escape}');
  const kept = new Set<unknown>();
  const [add, remove] = [window.addEventListener.bind(window), window.removeEventListener.bind(window)];
  vi.spyOn(window, 'addEventListener').mockImplementation((...args: Parameters<typeof add>) => {
    if (args[0] === 'keydown') kept.add(args[1]);
    add(...args);
  });
  vi.spyOn(window, 'removeEventListener').mockImplementation((...args: Parameters<typeof remove>) => {
    kept.delete(args[1]);
    remove(...args);
  });
  const begin = async () => {
    await tool('Full screen').click();
    await expect.element(terminal().chart).toHaveAttribute('data-full');
    expect(kept.size).toBe(1);
  };
  await begin();
  await tool('Full screen').click();
  await expect.poll(() => kept.size).toBe(0);
  await begin();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => kept.size).toBe(0);
  await begin();
  // An asset that does not exist has no chart.
  history.replaceState(null, '', '/platform/NOPE');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await expect.poll(() => kept.size).toBe(0);
});

test('in full screen the toasts are shown in the chart', async ({ showTerminal }) => {
  await showTerminal();
  await tool('Chart type').click();
  await userEvent.keyboard('{Escape}');
  vi.spyOn(document, 'fullscreenElement', 'get').mockReturnValue(terminal().chart.element());
  document.dispatchEvent(new Event('fullscreenchange'));
  await expect.element(terminal().chart.getByRole('region', { name: 'Notifications' })).toBeInTheDocument();
  vi.restoreAllMocks();
  document.dispatchEvent(new Event('fullscreenchange'));
  await expect.element(terminal().chart.getByRole('region', { name: 'Notifications' })).not.toBeInTheDocument();
});
