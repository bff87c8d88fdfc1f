import type { ContentSource, PictureVersion } from '../content-source.ts';
import type { SiteContent } from '../model/site-content.ts';
import { picturePaths } from './picture-sources.ts';
import type { PreparePicture } from './prepare-content.ts';
import { preparePictures } from './prepare-content.ts';
import type { PictureStore, PreparedPicture } from './prepare-picture.ts';
import { preparePicture } from './prepare-picture.ts';

export interface PictureParts {
  store: Pick<PictureStore, 'has' | 'put'>;
  /** Called for each picture of the content that is missing or is not a picture. */
  onMissing: (src: string) => void;
}

/** How many pictures are prepared at once: each is held in memory, and the CMS has other visitors to serve. */
const mostAtOnce = 4;

interface KnownPicture {
  version: PictureVersion;
  prepared: PreparedPicture;
}

/**
 * Wraps a source so that its content comes with prepared pictures, and the stored copy can be shown without the source.
 * A picture that was prepared before is loaded only if its version has changed.
 */
export function withPictures(source: ContentSource, { store, onMissing }: PictureParts): ContentSource {
  const inTurn = createFewAtOnce(mostAtOnce);
  let known = new Map<string, KnownPicture>();

  /** The picture as prepared before; undefined if it was not, or if one of its files is missing in the store. */
  async function knownOf(src: string): Promise<KnownPicture | undefined> {
    const found = known.get(src);
    const stored = await Promise.all(found ? picturePaths(found.prepared).map((path) => store.has(path)) : []);
    return stored.every(Boolean) ? found : undefined;
  }

  async function prepare(src: string, signal: AbortSignal | undefined): Promise<PreparedPicture | null> {
    const before = await knownOf(src);
    const picture = await source.loadPicture(src, { signal, known: before?.version });
    if (picture === 'unchanged') return before?.prepared ?? null;
    const prepared = picture && (await preparePicture(picture.bytes, store));
    if (!prepared) onMissing(src);
    if (prepared && picture.version) known.set(src, { version: picture.version, prepared });
    return prepared;
  }

  function preparing(signal: AbortSignal | undefined) {
    const asked = new Map<string, Promise<PreparedPicture | null>>();
    const each: PreparePicture = (src) => {
      const found = asked.get(src) ?? inTurn(() => prepare(src, signal));
      asked.set(src, found);
      return found;
    };
    return { asked, each };
  }

  return {
    ...source,
    async load(signal) {
      const { asked, each } = preparing(signal);
      const content = await preparePictures(await source.load(signal), each);
      known = new Map([...known].filter(([src]) => asked.has(src)));
      return content;
    },
    async loadDraft(slug, signal) {
      const page = await source.loadDraft(slug, signal);
      return page && preparePictures(page, preparing(signal).each);
    },
  };
}

/** Returns a function that runs tasks in the order of arrival, at most `most` at the same time. */
function createFewAtOnce(most: number): <Value>(run: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (run) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

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
 * pictures. The first call removes nothing: at startup nobody knows which content the stored pictures belong to.
 */
export function createPictureSweep(store: Pick<PictureStore, 'keepOnly'>): (content: SiteContent) => Promise<void> {
  let before: readonly string[] | undefined;
  return async (content) => {
    const shown = picturesIn(content);
    if (before) await store.keepOnly(new Set([...before, ...shown]));
    before = shown;
  };
}
