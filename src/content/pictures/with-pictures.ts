import type { ContentSource, PictureVersion } from '../content-source.ts';
import { createFewAtOnce } from './few-at-once.ts';
import { picturePaths } from './picture-sources.ts';
import type { PictureStore, PreparedPicture } from './prepare-picture.ts';
import { preparePicture } from './prepare-picture.ts';
import type { PreparePicture } from './prepare-content.ts';
import { preparePictures } from './prepare-content.ts';

export interface PictureParts {
  store: Pick<PictureStore, 'has' | 'put'>;
  /** Called for each picture of the content that is missing or is not a picture. */
  onMissing: (src: string) => void;
}

/** Each is held in memory while it is prepared, and the CMS has other visitors to serve. */
const mostAtOnce = 4;

interface KnownPicture {
  version: PictureVersion;
  prepared: PreparedPicture;
}

/**
 * Wraps a source so that its content comes with prepared pictures, and the stored copy can be shown without the source.
 * A picture that was prepared before is requested by its version, and loaded only if that has changed.
 */
export function withPictures(source: ContentSource, { store, onMissing }: PictureParts): ContentSource {
  const inTurn = createFewAtOnce(mostAtOnce);
  let known = new Map<string, KnownPicture>();

  /** If a prepared file is missing in the store, the picture is made again. */
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
