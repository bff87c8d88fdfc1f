/** Draws rates as a line that fills the view box of its drawing, which is stretched by the page; strokes keep their width. */
export function drawLine(drawing: Element | null, rates: readonly number[]): void {
  if (!drawing) return;
  const [, , width = 0, height = 0] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const low = Math.min(...rates);
  const range = Math.max(...rates) - low || 1;
  const step = width / Math.max(rates.length - 1, 1);
  const y = (rate: number) => (height - ((rate - low) / range) * height).toFixed(1);
  const line = rates.map((rate, index) => `${index ? 'L' : 'M'}${(index * step).toFixed(1)} ${y(rate)}`).join('');
  drawing.querySelector('.line')?.setAttribute('d', line);
  drawing.querySelector('.area')?.setAttribute('d', `${line}V${height}H0Z`);
  const level = drawing.querySelector('.level');
  for (const end of ['y1', 'y2']) level?.setAttribute(end, y(rates.at(-1) ?? low));
}
