/** A QR code drawn in units of one module. */
export interface QrDrawing {
  /** The encoded text. */
  of: string;
  /** Modules on each side, the quiet zone included. */
  size: number;
  /** SVG path of all dark modules. */
  path: string;
}

/** The quiet zone that scanners need around the code, in modules. */
const border = 4;

/** Minimum width of a saved image. It is rounded up to whole pixels per module, which stay sharp in print. */
const pictureWidthPx = 1_000;

/**
 * Encodes a text; the encoder is loaded on first use. Rejects if the text is too long for a code, or if loading fails.
 */
export async function drawQrCode(text: string): Promise<QrDrawing> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { of: text, size, path };
}

/** A complete SVG file, dark on white on any background, with the text as its title. */
export function qrCodeSvg({ of, size, path }: QrDrawing): string {
  const title = of.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<title>${title}</title><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>\n`,
  ].join('');
}

/** A complete PNG file; rejects if the browser cannot draw it. */
export async function qrCodePng({ size, path }: QrDrawing): Promise<Uint8Array<ArrayBuffer>> {
  const scale = Math.ceil(pictureWidthPx / size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * scale;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser cannot draw on a canvas');
  pen.scale(scale, scale);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, size, size);
  pen.fillStyle = '#000';
  pen.fill(new Path2D(path));
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!picture) throw new Error('this browser cannot encode a PNG');
  return new Uint8Array(await picture.arrayBuffer());
}
