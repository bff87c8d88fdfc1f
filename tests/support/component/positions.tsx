import { expect, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Locator } from 'vitest/browser';
import type { Position } from '../../../src/lib/contract/entities.ts';
import { aPosition, assets, terminal } from './shown-terminal.tsx';

/** Test data for the tables of positions, and functions to read the tables. */

const minuteMs = 60_000;
const newest = Date.parse('2026-03-02T10:00:00.000Z');

/** The id of the position with this number. */
export const idOf = (number: number) => `5f0c1f7e-6f0e-4f51-9f1b-${String(number).padStart(12, '0')}`;

/**
 * Open positions, newest first, with all assets, directions and leverages. No column is sorted except the times.
 * Amounts are 1.00 plus cents. Positions whose cents are divisible by 5 were opened by auto trading; by 7, they are
 * protected.
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

/** The position after it is closed: by default manually, a minute after the newest was opened. */
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

/** The texts of a column's cells, from top to bottom. */
export function textsOf(column: string): string[] {
  const cell = column === 'symbol' ? 'th button' : `td[data-column="${column}"] > span`;
  return terminal()
    .rows.elements()
    .map((row) => row.querySelector<HTMLElement>(cell)?.innerText ?? '');
}

/** The head of a column. */
export const headOf = (name: string) => terminal().positions.getByRole('columnheader', { name, exact: true });

const furthest = 150;

/** Presses Tab until an element has the focus. Fails if it cannot be reached by keyboard. */
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

/** Collects the files that the page saves from now on, without saving them, and waits for the first. */
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
      if (!files[0]) throw new Error('the page has saved no file');
      return files[0];
    });
  return { files: files as readonly CaughtFile[], first };
}

/** The rows of a CSV file split into cells: the head, and the rest. */
export function cellsOf({ text }: CaughtFile): { head: string[]; rows: string[][] } {
  const [head = [], ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return { head, rows };
}
