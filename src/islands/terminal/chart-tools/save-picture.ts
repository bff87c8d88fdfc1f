import { brand } from '../../../brand.ts';
import { formatBarTime } from '../../../lib/format/format-date-time.ts';
import { saveFile } from '../../shared/export/save-file.ts';
import { token } from '../chart/chart-style.ts';
import type { PriceChart } from '../chart/price-chart.ts';

const headPx = 32;

/**
 * Saves the chart as it is on the screen, with its asset, interval and time above it. Returns the file's name. Throws
 * if the browser cannot make a picture of it, for example for want of memory.
 */
export async function savePicture(
  { parts: { chart, element, source } }: PriceChart,
  { symbol, locale, now }: { symbol: string; locale: string; now: Date },
): Promise<string> {
  const shot = chart.takeScreenshot(true);
  const scale = shot.width / element.clientWidth;
  const canvas = document.createElement('canvas');
  canvas.width = shot.width;
  canvas.height = shot.height + headPx * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas to draw on');
  context.fillStyle = token(element, '--surface-1');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(shot, 0, headPx * scale);
  context.scale(scale, scale);
  context.textBaseline = 'middle';
  context.font = `600 14px ${getComputedStyle(element).fontFamily}`;
  context.fillStyle = token(element, '--text');
  context.fillText(`${symbol} · ${source.resolution}`, 12, headPx / 2);
  context.font = `12px ${getComputedStyle(element).fontFamily}`;
  context.fillStyle = token(element, '--text-quiet');
  context.textAlign = 'right';
  const time = `${formatBarTime(now.getTime() / 1000, { locale })} UTC`;
  context.fillText(`${brand.name} · ${time}`, element.clientWidth - 12, headPx / 2);
  const content = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  const name = `${symbol}-${source.resolution}-${now.toISOString().slice(0, 10)}.png`;
  if (!content) throw new Error('The browser made no picture');
  saveFile({ name, content, type: 'image/png' });
  return name;
}
