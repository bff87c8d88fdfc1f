/** The box that a row's line is drawn in; the svg's viewBox is the same. */
export const sparklineBox = { width: 40, height: 16 };

/** The path of a line through values, oldest at the left, filling the box; empty for less than two values. */
export function sparklinePath(values: readonly number[], { width, height } = sparklineBox): string {
  if (values.length < 2) return '';
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest;
  const step = width / (values.length - 1);
  return values
    .map((value, index) => {
      const y = range === 0 ? height / 2 : 1 + (1 - (value - lowest) / range) * (height - 2);
      return `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

export function drawSparkline(path: SVGPathElement, values: readonly number[]): void {
  path.setAttribute('d', sparklinePath(values));
  const [first = 0] = values;
  path.dataset['trend'] = (values.at(-1) ?? 0) >= first ? 'up' : 'down';
}
