import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getCandles } from '../../../../src/lib/contract/endpoints.ts';
import type { Candle } from '../../../../src/lib/contract/entities.ts';
import {
  askedMinutes,
  choose,
  endsOfView,
  legend,
  minuteNow,
  minutes,
  serveMinutes,
  view,
  viewText,
} from '../../../support/component/chart.tsx';
import { drag, drawn } from '../../../support/component/pointer.ts';
import { aPosition, terminal, test } from '../../../support/component/shown-terminal.tsx';

/** Minute candles of two hours yesterday and five hours today, which are loaded as two pages of one day each. */
const twoDays = (now: number) => [...minutes(120, now - 26 * 3600), ...minutes(300, now)];

const loading = () => terminal().chart.getByText('Loading older bars');

test('older bars load while scrolling, until there are none', async ({ showTerminal, server }) => {
  await showTerminal();
  const now = minuteNow();
  serveMinutes(server, twoDays(now));
  await choose('1m');
  expect(askedMinutes(server)).toBe(1);
  const scrollUntil = (answers: number) =>
    vi.waitFor(async () => {
      await drag(view(), { x: 450 });
      expect(askedMinutes(server)).toBe(answers);
    }, 10_000);
  // With each older page, the bars that are new since the last load are loaded, too.
  await scrollUntil(3);
  await expect.element(legend('open')).toMatchTextContent(/\d/);
  // The next page is a day without trades, and the page before that is empty: that is the end, and it is not requested
  // again.
  await scrollUntil(5);
  await vi.waitFor(async () => {
    await drag(view(), { x: 450 });
    expect(endsOfView()[0]).toBe((now - 26 * 3600 - 119 * 60) * 1000);
  }, 10_000);
  expect(askedMinutes(server)).toBe(5);
  await expect.element(loading()).not.toBeInTheDocument();
});

test('older bars that failed to load are requested at the next scroll, and the view does not jump', async ({
  showTerminal,
  server,
}) => {
  await showTerminal();
  const history = twoDays(minuteNow());
  serveMinutes(server, history);
  await choose('1m');
  const answers: (() => void)[] = [];
  server.answerBy(getCandles, async ({ address }) => {
    const query = new URL(address, location.href).searchParams;
    await new Promise<void>((answer) => answers.push(answer));
    if (answers.length === 1) return undefined;
    return history.filter(({ time }) => time >= Number(query.get('from')) && time <= Number(query.get('to')));
  });
  const drags = async (count: number) => {
    await drag(view(), { x: 300 });
    await expect.poll(() => answers.length).toBe(count);
    await expect.element(loading()).toBeVisible();
  };
  await drags(1);
  answers[0]?.();
  await expect.element(loading()).not.toBeInTheDocument();
  await drags(2);
  // The oldest bar in view changes; the newest must not.
  const newestInView = viewText().replace(/^.* to /, '');
  answers[1]?.();
  // The bars that are new since the last load are loaded as well.
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.();
  await expect.element(loading()).not.toBeInTheDocument();
  expect(viewText().endsWith(` to ${newestInView}`)).toBe(true);
});

test('a silent market leaves a gap, whose bars have no rates', async ({ showTerminal, server }) => {
  await showTerminal();
  const last = minuteNow();
  // Eighty minutes with twenty silent ones in the middle. All are in view, at 3 pixels each.
  serveMinutes(server, [...minutes(30, last - 50 * 60), ...minutes(30, last)]);
  await choose('1m');
  await expect.element(legend('open')).toMatchTextContent(/\d/);
  const { width, height } = view().element().getBoundingClientRect();
  await view().hover({ position: { x: (width - 84) * 0.5, y: height / 2 } });
  await expect.element(legend('open')).toHaveTextContent('–');
  await expect.element(legend('time')).toMatchTextContent(/UTC$/);
  await view().hover({ position: { x: 60, y: height / 2 } });
  await expect.element(legend('open')).toMatchTextContent(/^59,0/);
});

test('the legend shows the bar under the crosshair, or else the newest', async ({ showTerminal, server }) => {
  await showTerminal();
  serveMinutes(server, minutes(300, minuteNow()));
  await choose('1m');
  await expect.element(legend('time')).toMatchTextContent(/UTC$/);
  const newest = legend('time').element().textContent;
  await view().hover();
  await expect.element(legend('time')).not.toHaveTextContent(newest);
  await terminal().market.getByRole('searchbox').hover();
  await expect.element(legend('time')).toHaveTextContent(newest);
});

test('few bars are no wider than those of a long history', async ({ showTerminal }) => {
  await showTerminal();
  await expect.element(view()).toBeVisible();
  await expect.element(legend('time')).toMatchTextContent(/\d/);
  const newest = legend('time').element().textContent;
  const { width } = view().element().getBoundingClientRect();
  // The bars are at the right: there is none in the middle under the crosshair.
  await view().hover({ position: { x: width / 2, y: 150 } });
  await expect.element(legend('time')).toHaveTextContent(newest);
  // Further right there are bars.
  await view().hover({ position: { x: width - 84 - 72, y: 150 } });
  await expect.element(legend('time')).not.toHaveTextContent(newest);
});

test('the future is at most half of the view', async ({ showTerminal, server }) => {
  await showTerminal();
  serveMinutes(server, minutes(900, minuteNow()));
  await choose('1m');
  for (let drags = 0; drags < 4; drags += 1) await drag(view(), { x: -450 });
  // Just left of the middle there is a bar. Right of it there is none, so the legend shows the newest.
  const newest = new Date(endsOfView()[1]).toISOString().slice(11, 16);
  const { width } = view().element().getBoundingClientRect();
  await view().hover({ position: { x: (width - 84) * 0.45, y: 150 } });
  await expect.element(legend('time')).toMatchTextContent(/UTC$/);
  await expect.element(legend('time')).not.toMatchTextContent(newest);
  await view().hover({ position: { x: (width - 84) * 0.55, y: 150 } });
  await expect.element(legend('time')).toMatchTextContent(newest);
  const [first, last] = endsOfView();
  expect(first).toBeLessThan(last);
});

/** Twelve months of daily candles up to today, oldest first. */
function aYearOfDays(): Candle[] {
  const today = Math.floor(Date.now() / 86_400_000) * 86_400;
  return Array.from({ length: 366 }, (_, day) => {
    const open = 50_000 + 20 * day;
    return { time: today - (365 - day) * 86_400, open, high: open + 900, low: open - 900, close: open + 20 };
  });
}

/** Four positions with levels: their tags and handles stand beside the newest bar. */
const openWithLevels = [1, 2, 3, 4].map((number) =>
  aPosition({
    id: `5f0c1f7e-6f0e-4f51-9f1b-1d3c1a6f0a0${number}`,
    ...{ open_rate: 57_000 + number * 200, stop_lost: 52_000, take_profit: 61_000 },
  }),
);

for (const width of [1440, 900, 360])
  test(`at ${width} px the chart begins twelve months ago, with open positions too`, async ({
    showTerminal,
    server,
  }) => {
    await page.viewport(width, 900);
    const { connection } = await showTerminal({ symbol: 'EURUSD', positions: { open: openWithLevels } });
    const days = aYearOfDays();
    server.answer(getCandles, days);
    history.replaceState(null, '', '/platform/BTCUSD');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await expect.element(terminal().chart.getByRole('slider', { name: /^SL,/ })).toBeInTheDocument();
    await expect.element(view()).toHaveAttribute('data-bars', 'BTCUSD 1d');
    const ends = [days[0], days.at(-1)].map((day) => (day?.time ?? 0) * 1000);
    await expect.poll(endsOfView).toEqual(ends);

    // One that is opened later moves nothing out of view either, and neither does the last that closes.
    connection.tell('positions', { open: [aPosition({ stop_lost: 51_000 }), ...openWithLevels], history: [] });
    await expect.element(terminal().chart.getByRole('combobox')).toBeInTheDocument();
    await drawn();
    expect(endsOfView()).toEqual(ends);
    connection.tell('positions', { open: [], history: [] });
    await expect.element(terminal().chart.getByRole('slider', { name: /^SL,/ })).not.toBeInTheDocument();
    await drawn();
    expect(endsOfView()).toEqual(ends);
  });
