import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { choose, endsOfView, minuteNow, minutes, serveMinutes, view } from '../../../support/component/chart.tsx';
import type { FakeServer } from '../../../support/component/fake-server.ts';
import { drag } from '../../../support/component/pointer.ts';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';

const latest = () => terminal().chart.getByRole('button', { name: 'Latest' });

/** Shows fifteen hours of minute candles, and drags into the past until the first bar stops moving. */
async function showPast(server: FakeServer): Promise<number> {
  const now = minuteNow();
  serveMinutes(server, minutes(900, now));
  await choose('1m');
  const [, newest] = endsOfView();
  await expect.element(latest()).not.toBeInTheDocument();
  await vi.waitFor(async () => {
    await drag(view(), { x: 450 });
    expect(endsOfView()[0]).toBe((now - 899 * 60) * 1000);
  }, 10_000);
  return newest;
}

test('scrolling back ends at the first bar, and a button returns to the newest', async ({ showTerminal, server }) => {
  await showTerminal();
  const newest = await showPast(server);
  const [, last] = endsOfView();
  await drag(view(), { x: 450 });
  // The view is as full as before: the first bar stayed at the edge.
  expect(endsOfView()[1]).toBe(last);
  await expect.element(latest()).toBeVisible();
  (latest().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(latest()).not.toBeInTheDocument();
  await expect.poll(() => endsOfView()[1]).toBeGreaterThanOrEqual(newest);
});

test('a double click restores the initial view', async ({ showTerminal, server }) => {
  await showTerminal();
  const newest = await showPast(server);
  await view().dblClick({ position: { x: 300, y: 200 } });
  await expect.element(latest()).not.toBeInTheDocument();
  await expect.poll(() => endsOfView()[1]).toBeGreaterThanOrEqual(newest);
});
