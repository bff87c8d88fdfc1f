import { expect, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Locator } from 'vitest/browser';
import type { Position } from '../../../src/lib/contract/entities.ts';
import { aPosition, assets, terminal } from './shown-terminal.tsx';

/** The tables of positions: what is in them, and how they are read. */

const minuteMs = 60_000;
const newest = Date.parse('2026-03-02T10:00:00.000Z');

/** The id of the position with this number. */
export const idOf = (number: number) => `5f0c1f7e-6f0e-4f51-9f1b-${String(number).padStart(12, '0')}`;

/**
 * So many open positions, the newest first, of all assets, directions and leverages; no column of them is in any order
 * but that of their times. Amounts are 1.00 and cents above it. Auto trading opened those whose cents 5 divides, those
 * are protected that 7 does.
 */
export function openPositions(count: number): Position[] {
  return Array.from({ length: count }, (_, number) => {
    const { symbol = '', name = '' } = assets[number % assets.length] ?? {};
    const mixed = (number * 7 + 5) % count;
    const cents = 100 + mixed;
    return aPosition({
      ...{ id: idOf(number), symbol, symbolName: name, direction: number % 5 < 2 ? 'sell' : 'buy' },
      ...{ amount: cents / 100, leverage: [2, 10, 5, 1][number % 4] ?? 1, open_rate: 50_000 + mixed * 3 },
      open_date: new Date(newest - number * minuteMs).toISOString(),
      ...{ auto: cents % 5 === 0 ? 1 : 0, protected: cents % 7 === 0 ? 1 : 0 },
    });
  });
}

/**
 * A position as it is once it is closed: by hand, a minute after the newest was opened, unless it is told otherwise.
 */
export function closedOf(position: Position, changes: Partial<Position> = {}): Position {
  return {
    ...position,
    ...{ closed_rate: 60_000, close_date: '2026-03-02T10:01:00.000Z', profit: 0, closingReason: 0 },
    ...changes,
  };
}

export const idsShown = () =>
  terminal()
    .rows.elements()
    .map((row) => row.getAttribute('data-position') ?? '');

/** What the cells of a column say, from top to bottom. */
export function textsOf(column: string): string[] {
  const cell = column === 'symbol' ? 'th button' : `td[data-column="${column}"] > span`;
  return terminal()
    .rows.elements()
    .map((row) => row.querySelector<HTMLElement>(cell)?.innerText ?? '');
}

/** The head of a column. */
export const headOf = (name: string) => terminal().positions.getByRole('columnheader', { name, exact: true });

const furthest = 150;

/** Presses Tab until an element has the focus. Fails where the keyboard does not come to it. */
export async function tabTo(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible();
  for (let presses = 0; presses < furthest && document.activeElement !== target.element(); presses++)
    await userEvent.tab();
  await expect.element(target).toHaveFocus();
}

export interface CaughtFile {
  name: string;
  text: string;
}

/**
 * The files that the page has had saved from now on, and the first of them once it is; they go no further than here.
 */
export function catchFiles() {
  const files: CaughtFile[] = [];
  const contents = new Map<string, Blob>();
  const keep = URL.createObjectURL.bind(URL);
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      const address = keep(content);
      if (content instanceof Blob) contents.set(address, content);
      return address;
    }),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const { download, href } = this;
      void contents
        .get(href)
        ?.text()
        .then((text) => files.push({ name: download, text }));
    }),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  const first = () =>
    vi.waitFor(() => {
      if (!files[0]) throw new Error('the page has had no file saved');
      return files[0];
    });
  return { files: files as readonly CaughtFile[], first };
}

/** The lines of a CSV file, their cells apart: the head, and what follows. */
export function cellsOf({ text }: CaughtFile): { head: string[]; rows: string[][] } {
  const [head = [], ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return { head, rows };
}
