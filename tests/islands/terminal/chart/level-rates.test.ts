import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draggedRate, steppedRate } from '../../../../src/islands/terminal/chart/level-rates.ts';

describe('draggedRate', () => {
  it('is as round as a pixel is coarse', () => {
    expect(draggedRate(96_427.318, 160)).toBe(96_400);
    expect(draggedRate(96_427.318, 12)).toBe(96_430);
    expect(draggedRate(96_427.318, 0.7)).toBe(96_427.3);
  });

  it('has no more decimals than a rate is shown with', () => {
    expect(draggedRate(96_427.318, 0.0001)).toBe(96_427.32);
    expect(draggedRate(1.23456789, 0.0000001)).toBe(1.234568);
  });

  it('is none where there can be no rate', () => {
    expect(draggedRate(-3, 1)).toBeNull();
    expect(draggedRate(0.0000001, 0.01)).toBeNull();
  });

  it('is never further off than a pixel', () => {
    const rates = fc.double({ min: 0.001, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(rates, fc.double({ min: 1e-6, max: 0.01, noNaN: true }), (rate, share) => {
        const pixel = Math.max(rate * share, 1e-5);
        const dragged = draggedRate(rate, pixel);
        if (dragged !== null) expect(Math.abs(dragged - rate)).toBeLessThanOrEqual(Math.max(pixel, 0.005));
      }),
    );
  });
});

describe('steppedRate', () => {
  it('moves by the last decimal that is shown, or by a thousandth', () => {
    expect(steppedRate(96_420.5, 'ArrowUp')).toBe(96_420.51);
    expect(steppedRate(96_420.5, 'ArrowLeft')).toBe(96_420.49);
    expect(steppedRate(96_420.5, 'PageDown')).toBe(96_324.08);
    expect(steppedRate(1.16, 'PageUp')).toBe(1.16116);
    expect(steppedRate(1.16, 'ArrowDown')).toBe(1.159999);
  });

  it('never leaves the rates', () => {
    expect(steppedRate(0.000001, 'ArrowDown')).toBe(0.000001);
  });

  it('is none for any other key', () => {
    expect(steppedRate(1, 'a')).toBeNull();
  });
});
