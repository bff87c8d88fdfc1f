import type { SiteContent } from '../model/site-content.ts';
import { picturePaths } from './picture-sources.ts';
import type { PictureStore } from './prepare-picture.ts';

/** The paths of all prepared pictures that a content shows, those inside of texts too. */
export function picturesIn(content: unknown): string[] {
  if (typeof content === 'string') return content.match(/\/pictures\/[0-9a-f]+-\d+\.webp/g) ?? [];
  if (typeof content !== 'object' || content === null) return [];
  const inside = Object.values(content).flatMap(picturesIn);
  return isPrepared(content) ? [...inside, ...picturePaths(content)] : inside;
}

function isPrepared(part: object): part is { src: string; widths: number[] } {
  return 'src' in part && typeof part.src === 'string' && 'widths' in part;
}

/**
 * Removes the pictures that neither this content shows nor the one before it, whose pages a visitor may still read. It
 * is called once content is published and kept: until then what is shown needs its own. The first call removes nothing:
 * whose the pictures are that a start finds, nobody knows.
 */
export function createPictureSweep(store: Pick<PictureStore, 'keepOnly'>): (content: SiteContent) => Promise<void> {
  let before: readonly string[] | undefined;
  return async (content) => {
    const shown = picturesIn(content);
    if (before) await store.keepOnly(new Set([...before, ...shown]));
    before = shown;
  };
}
