import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { drawQrCode, qrCodeSvg } from '../../../../src/islands/shared/export/draw-qr-code.ts';

const link = 'https://broker.example/de/about?ref=k3f9x2ab&tag=newsletter-11';

it('a drawing has exactly the dark modules of the code, inside its quiet zone', async () => {
  const { size, path } = await drawQrCode(link);
  const bare = encode(link, { ecc: 'M', border: 0 });
  expect(size).toBe(bare.size + 8);
  const drawn = Array.from(path.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => `${Number(x) - 4},${Number(y) - 4}`);
  const dark = bare.data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])));
  expect(drawn).toEqual(dark);
  expect(path).toBe(path.match(/M\d+ \d+h1v1h-1z/g)?.join(''));
});

it('the file contains the drawing on white, with the link as its title', async () => {
  const drawing = await drawQrCode(link);
  const svg = qrCodeSvg(drawing);
  expect(svg).toContain(`<path d="${drawing.path}"/>`);
  expect(svg).toContain(`<path fill="#fff" d="M0 0h${drawing.size}v${drawing.size}h-${drawing.size}z"/>`);
  expect(svg).toContain('<title>https://broker.example/de/about?ref=k3f9x2ab&amp;tag=newsletter-11</title>');
});

it('a text that is too long for a code is not drawn', async () => {
  await expect(drawQrCode('x'.repeat(5_000))).rejects.toThrow();
});
