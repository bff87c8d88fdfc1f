import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { brandColours } from '../../src/brand.ts';

/** The contrasts that src/layouts/tokens.css and src/brand.ts promise, by the formula of WCAG 2. */

const [dark = '', light = ''] = readFileSync('src/layouts/tokens.css', 'utf8').split("[data-theme='light']");

/** The colours of a block that are written as `#rrggbb`. */
const coloursIn = (block: string) =>
  Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each([
  ['dark', { ...coloursIn(dark), ...brandColours.dark }],
  ['light', { ...coloursIn(dark), ...coloursIn(light), ...brandColours.light }],
] as const)('the %s theme', (_, colours: Record<string, string>) => {
  const of = (name: string) => colours[name] ?? '';
  const surfaces = ['ground', 'surface-1', 'surface-2', 'surface-3'];

  test.each(surfaces)('every text can be read on %s', (surface) => {
    expect(contrast(of('text'), of(surface))).toBeGreaterThanOrEqual(13);
    for (const name of ['text-quiet', 'text-faint', 'up', 'down', 'accent']) {
      expect(contrast(of(name), of(surface)), `${name} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('so can the text on a filled button', () => {
    for (const [text, fill] of [
      ['accent-contrast', 'accent'],
      ['primary-contrast', 'primary'],
      ['up-contrast', colours['buy'] ? 'buy' : 'up'],
      ['down-contrast', colours['sell'] ? 'sell' : 'down'],
    ] as const) {
      expect(contrast(of(text), of(fill)), `${text} on ${fill}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('up is lighter than down, so that they differ without their hue', () => {
    expect(luminance(of('up'))).toBeGreaterThan(luminance(of('down')));
    expect(contrast(of('up'), of('down'))).toBeGreaterThanOrEqual(1.5);
  });
});

const chartColours = readFileSync('src/islands/terminal/chart-tools/palette.css', 'utf8').split("[data-theme='light']");

test.each([
  ['dark', coloursIn(chartColours[0] ?? ''), coloursIn(dark)],
  ['light', coloursIn(chartColours[1] ?? ''), coloursIn(light)],
] as const)('what is drawn on the chart can be seen in the %s theme', (_, drawn, theme) => {
  expect(Object.keys(drawn)).toHaveLength(7);
  for (const [name, colour] of Object.entries(drawn))
    expect(contrast(colour, theme['surface-1'] ?? ''), name).toBeGreaterThanOrEqual(4.5);
});
