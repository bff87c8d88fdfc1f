import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../../src/islands/terminal/chart-drawings/drawing-words.ts';
import { distanceTo, fibonacciLevels, figureOf } from '../../../../src/islands/terminal/chart-drawings/figures.ts';
import type { Projection } from '../../../../src/islands/terminal/chart-drawings/figures.ts';
import { positionOf, timeAt } from '../../../../src/islands/terminal/chart-drawings/time-axis.ts';
import type { ChartDrawing, DrawingKind } from '../../../../src/lib/contract/chart/chart-layout.ts';

/** A chart of 400 pixels, where x is the time and y is 200 minus the rate. */
const projection: Projection = {
  spotOf: ({ time, rate }) => ({ x: time, y: 200 - rate }),
  width: 400,
  rateText: String,
  shareText: String,
  measureText: (from, to) => `${to.rate - from.rate}`,
};

function figure(kind: DrawingKind, ...points: [time: number, rate: number][]) {
  const drawing: ChartDrawing = {
    ...{ id: 'a', kind, colour: 'blue', text: kind === 'text' ? 'Top' : '' },
    points: points.map(([time, rate]) => ({ time, rate })),
  };
  const made = figureOf(drawing, projection);
  if (!made) throw new Error('not shown');
  return made;
}

describe('figures', () => {
  test('a ray goes on to the edge behind its second point, a trend line ends there', () => {
    expect(figure('ray', [100, 100], [200, 150]).strokes).toEqual([
      [
        { x: 100, y: 100 },
        { x: 400, y: -50 },
      ],
    ]);
    expect(figure('ray', [200, 100], [100, 100]).strokes).toEqual([
      [
        { x: 200, y: 100 },
        { x: 0, y: 100 },
      ],
    ]);
    expect(figure('trend', [100, 100], [200, 150]).strokes).toEqual([
      [
        { x: 100, y: 100 },
        { x: 200, y: 50 },
      ],
    ]);
  });

  test('a horizontal line is as wide as the chart and says its rate', () => {
    const { strokes, texts } = figure('horizontal', [100, 50]);
    expect(strokes).toEqual([
      [
        { x: 0, y: 150 },
        { x: 400, y: 150 },
      ],
    ]);
    expect(texts[0]?.text).toBe('50');
  });

  test('Fibonacci levels go from the second point back to the first', () => {
    const { strokes, texts } = figure('fibonacci', [0, 100], [100, 200]);
    expect(strokes).toHaveLength(fibonacciLevels.length);
    expect(strokes.at(0)?.[0].y).toBe(0);
    expect(strokes.at(-1)?.[0].y).toBe(100);
    expect(texts[4]?.text).toMatch(/^0\.618 · 138\.2/);
  });

  test('a press counts on a line and a text, not inside a rectangle', () => {
    const rectangle = figure('rectangle', [100, 100], [200, 150]);
    expect(distanceTo(rectangle, { x: 150, y: 52 })).toBe(2);
    expect(distanceTo(rectangle, { x: 150, y: 75 })).toBe(25);
    expect(distanceTo(figure('trend', [100, 100], [200, 100]), { x: 203, y: 104 })).toBe(5);
    expect(distanceTo(figure('text', [100, 100]), { x: 110, y: 103 })).toBe(0);
  });
});

describe('times on the chart', () => {
  const hourly = { bars: [0, 3600, 7200, 18_000].map((time) => ({ time })), resolution: '1h' } as const;

  test('a time between two bars is between them, as it is in time', () => {
    expect(positionOf(5400, hourly)).toBe(1.5);
    expect(positionOf(12_600, hourly)).toBe(2.5);
  });

  test('times before and after all bars are counted in intervals', () => {
    expect(positionOf(-7200, hourly)).toBe(-2);
    expect(positionOf(25_200, hourly)).toBe(5);
    expect([-2, 0, 3, 5].map((position) => timeAt(position, hourly))).toEqual([-7200, 0, 18_000, 25_200]);
  });

  test('a month from now is the first of a month', () => {
    const january = Date.UTC(2026, 0) / 1000;
    expect(timeAt(2, { bars: [{ time: january }], resolution: '1M' })).toBe(Date.UTC(2026, 2) / 1000);
  });
});

describe('what drawings say', () => {
  const source = { resolution: '1h' as const, bars: [0, 1, 2, 5].map((hour) => ({ time: (hour * 3600) as never })) };
  const t = (_: string, values?: Record<string, string | number>) => Object.values(values ?? {}).join(' | ');
  const measured = (locale: string, from: [hour: number, rate: number], to: [hour: number, rate: number]) => {
    const [start, end] = [from, to].map(([hour, rate]) => ({ time: hour * 3600, rate }));
    if (!start || !end) throw new Error('no points');
    return wordsOf(source, { t, locale }).measureText(start, end).replaceAll(/\s/g, ' ');
  };

  test('bars are counted to the right of the newest bar too, and in both directions', () => {
    expect(measured('en', [1, 100], [8, 110])).toBe('10.00 | +10.00% | 5');
    expect(measured('en', [8, 110], [1, 100])).toBe('-10.00 | -9.09% | 5');
    expect(measured('en', [7, 100], [9, 100])).toBe('0.00 | 0.00% | 2');
  });

  test('a change has the decimals of the rate, however small it is', () => {
    expect(measured('en', [0, 60_000], [1, 60_001.5])).toBe('1.50 | 0.00% | 1');
    expect(measured('de', [0, 1.1], [1, 1.1025])).toBe('0,002500 | +0,23 % | 1');
  });

  test('levels are written in the language of the reader', () => {
    const { shareText, rateText } = wordsOf(source, { t, locale: 'de' });
    expect([...fibonacciLevels].map(shareText)).toEqual(['0', '0,236', '0,382', '0,5', '0,618', '0,786', '1']);
    expect(rateText(61_000.5)).toBe('61.000,50');
  });
});
