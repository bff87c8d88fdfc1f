/** A QR code as modules of one unit each. */
export interface QrDrawing {
  /** The text that readers find in it. */
  of: string;
  /** Modules on each side, the quiet zone included. */
  size: number;
  /** All dark modules, as the path of an SVG. */
  path: string;
}

/** The quiet zone that readers want around it. */
const border = 4;

/** So wide is a saved picture at least: a module of whole pixels stays sharp in print. */
const pictureWidthPx = 1_000;

/** The encoder is loaded with the first code. Rejects when a text is too long for a code, or when loading fails. */
export async function drawQrCode(text: string): Promise<QrDrawing> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { of: text, size, path };
}

/** A whole SVG file, dark on white whatever it is laid on, with the text as its title. */
export function qrCodeSvg({ of, size, path }: QrDrawing): string {
  const title = of.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<title>${title}</title><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>\n`,
  ].join('');
}

/** A whole PNG file; rejects where the browser draws none. */
export async function qrCodePng({ size, path }: QrDrawing): Promise<Uint8Array<ArrayBuffer>> {
  const scale = Math.ceil(pictureWidthPx / size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * scale;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no pictures');
  pen.scale(scale, scale);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, size, size);
  pen.fillStyle = '#000';
  pen.fill(new Path2D(path));
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!picture) throw new Error('This browser saves no pictures');
  return new Uint8Array(await picture.arrayBuffer());
}
