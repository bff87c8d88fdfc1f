/** Files as customers choose them, drawn by the browser. */

interface Drawing {
  name?: string;
  type?: 'image/jpeg' | 'image/png';
  width?: number;
  height?: number;
  /** Random pixels, which JPEG cannot compress. */
  isNoise?: boolean;
}

export async function aPhoto({ name = 'passport.jpg', type = 'image/jpeg', ...how }: Drawing = {}): Promise<File> {
  const { width = 64, height = 48, isNoise = false } = how;
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser has no canvas to draw on');
  pen.fillStyle = '#c87828';
  pen.fillRect(0, 0, width, height);
  if (isNoise) {
    const picture = pen.getImageData(0, 0, width, height);
    let seed = 1;
    for (let at = 0; at < picture.data.length; at += 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
      picture.data[at] = at % 4 === 3 ? 255 : (seed >> 16) & 255;
    }
    pen.putImageData(picture, 0, 0);
  }
  return new File([await canvas.convertToBlob({ type, quality: 0.95 })], name, { type });
}

/** The same photo as stored by a camera held sideways: it must be rotated back by a quarter turn. */
export function onItsSide(photo: File): File {
  const turned = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...turned, 0, 0, 0, 0];
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  const note = new Uint8Array([0xff, 0xe1, 0, exif.length + 2, ...exif]);
  return new File([photo.slice(0, 2), note, photo.slice(2)], photo.name, { type: photo.type });
}

/** A file with only a PDF's header and blanks. */
export const aPdf = (bytes = 100) => new File(['%PDF-1.7\n', ' '.repeat(bytes)], 'a.pdf', { type: 'application/pdf' });
