import type { SiteContent } from '../model/site-content.ts';
import { picturePaths } from './picture-sources.ts';
import type { PictureStore } from './prepare-picture.ts';

/** The paths of all prepared pictures in some content, including those inside texts. */
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
 * Removes the pictures that are neither in this content nor in the previous one, whose pages visitors may still be
 * reading. Call it once the content is published and stored, because until then the pages still need their own
 * pictures. The first call removes nothing: nobody knows which content the pictures found at a start belong to.
 */
export function createPictureSweep(store: Pick<PictureStore, 'keepOnly'>): (content: SiteContent) => Promise<void> {
  let before: readonly string[] | undefined;
  return async (content) => {
    const shown = picturesIn(content);
    if (before) await store.keepOnly(new Set([...before, ...shown]));
    before = shown;
  };
}
