import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import { picturePath } from './picture-sources.ts';

/** Where prepared pictures are stored, by path: the folder from which the site is served. */
export interface PictureStore {
  has: (path: string) => Promise<boolean>;
  put: (path: string, bytes: Uint8Array) => Promise<void>;
  /** Removes every other picture. */
  keepOnly: (paths: ReadonlySet<string>) => Promise<void>;
}

/** A picture as pages show it. */
export interface PreparedPicture {
  /** The path of its largest width. */
  src: string;
  /** The size of the original in pixels, after rotation by its EXIF data. */
  width: number;
  height: number;
  /** The available widths in pixels, smallest first. */
  widths: number[];
}

const standardWidths = [480, 960, 1440];
/** A picture with more pixels is treated as an attack on the server's memory. */
const mostPixels = 50_000_000;
const formats = new Set<string | undefined>(['png', 'jpeg', 'webp', 'gif', 'avif', 'heif', 'tiff', 'svg']);
/** Part of the hash in file names, because other settings produce different files. */
const recipe = { quality: 82, effort: 4, smartSubsample: true } as const;

/**
 * Makes the widths that pages offer, none wider than the original, and stores those that are missing. Files are named
 * by the hash of the original, so each picture is made only once. Null: the bytes are not a picture.
 */
export async function preparePicture(
  bytes: Uint8Array,
  store: Pick<PictureStore, 'has' | 'put'>,
): Promise<PreparedPicture | null> {
  const picture = await readPicture(bytes);
  if (!picture) return null;
  const { width, height, resize } = picture;
  const hash = createHash('sha256').update(JSON.stringify(recipe)).update(bytes).digest('hex').slice(0, 20);
  const largest = Math.min(width, standardWidths.at(-1) ?? width);
  const widths = [...standardWidths.filter((standard) => standard < largest), largest];
  for (const one of widths) {
    const path = picturePath(hash, one);
    if (await store.has(path)) continue;
    const made = await resize(one);
    if (!made) return null;
    await store.put(path, made);
  }
  return { src: picturePath(hash, largest), width, height, widths };
}

interface ReadPicture {
  width: number;
  height: number;
  /** Null: the header is valid, but the rest is not. */
  resize: (width: number) => Promise<Uint8Array | null>;
}

async function readPicture(bytes: Uint8Array): Promise<ReadPicture | null> {
  // Loaded only when there is a picture to make, because it is the largest package of all.
  const { default: sharp } = await import('sharp');
  const open = (): Sharp => sharp(bytes, { limitInputPixels: mostPixels }).autoOrient();
  const head = await open()
    .metadata()
    .catch(() => null);
  if (!head || !formats.has(head.format) || head.width * head.height > mostPixels) return null;
  return {
    ...head.autoOrient,
    resize: (width) =>
      open()
        .resize({ width, withoutEnlargement: true })
        .webp(recipe)
        .toBuffer()
        .catch(() => null),
  };
}
