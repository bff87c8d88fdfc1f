import type { ContentSource } from '../content-source.ts';
import type { PictureStore, PreparedPicture } from './prepare-picture.ts';
import { preparePicture } from './prepare-picture.ts';
import type { PreparePicture } from './prepare-content.ts';
import { preparePictures } from './prepare-content.ts';

export interface PictureParts {
  store: Pick<PictureStore, 'has' | 'put'>;
  /** Is told of each picture that the content names and that there is not, or that is none. */
  onMissing: (src: string) => void;
}

/** A source whose content comes with its pictures prepared, so that the copy of it needs no source to be shown. */
export function withPictures(source: ContentSource, { store, onMissing }: PictureParts): ContentSource {
  function preparing(signal: AbortSignal | undefined): PreparePicture {
    const known = new Map<string, Promise<PreparedPicture | null>>();
    const prepare = async (src: string) => {
      const bytes = await source.loadPicture(src, signal);
      const prepared = bytes && (await preparePicture(bytes, store));
      if (!prepared) onMissing(src);
      return prepared;
    };
    return (src) => {
      const found = known.get(src) ?? prepare(src);
      known.set(src, found);
      return found;
    };
  }

  return {
    ...source,
    load: async (signal) => preparePictures(await source.load(signal), preparing(signal)),
    async loadDraft(slug, signal) {
      const page = await source.loadDraft(slug, signal);
      return page && preparePictures(page, preparing(signal));
    },
  };
}
