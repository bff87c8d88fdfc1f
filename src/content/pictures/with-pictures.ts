import type { ContentSource, PictureVersion } from '../content-source.ts';
import { createFewAtOnce } from './few-at-once.ts';
import { picturePaths } from './picture-sources.ts';
import type { PictureStore, PreparedPicture } from './prepare-picture.ts';
import { preparePicture } from './prepare-picture.ts';
import type { PreparePicture } from './prepare-content.ts';
import { preparePictures } from './prepare-content.ts';

export interface PictureParts {
  store: Pick<PictureStore, 'has' | 'put'>;
  /** Is told of each picture that the content names and that there is not, or that is none. */
  onMissing: (src: string) => void;
}

/** Each is held whole while it is prepared, and a CMS has visitors of its own. */
const mostAtOnce = 4;

interface KnownPicture {
  version: PictureVersion;
  prepared: PreparedPicture;
}

/**
 * A source whose content comes with its pictures prepared, so that the copy of it needs no source to be shown. One that
 * was prepared before is asked for by its version, and loaded where that has changed.
 */
export function withPictures(source: ContentSource, { store, onMissing }: PictureParts): ContentSource {
  const inTurn = createFewAtOnce(mostAtOnce);
  let known = new Map<string, KnownPicture>();

  /** What is not stored any more is made again. */
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
