import type { ContentSource, PictureVersion, PulledPart } from '../content-source.ts';
import { ContentUnavailable } from '../content-source.ts';
import type { SiteContent } from '../model/site-content.ts';
import { picturePaths } from './picture-sources.ts';
import type { PreparePicture } from './prepare-content.ts';
import { preparePictures } from './prepare-content.ts';
import type { PictureStore, PreparedPicture } from './prepare-picture.ts';
import { preparePicture } from './prepare-picture.ts';

export interface PictureParts {
  store: Pick<PictureStore, 'has' | 'put'>;
}

/**
 * How long a pull waits for its pictures. Those that are not there by then refuse their pages, as if they could not be
 * loaded.
 */
const picturesLimitMs = 20_000;
/** How many pictures are prepared at once: each is held in memory, and the CMS has other visitors to serve. */
const mostAtOnce = 4;
/** The same for those that could not be loaded last time, so that good ones do not wait for them. */
const mostAgain = 2;

interface KnownPicture {
  version: PictureVersion;
  prepared: PreparedPicture;
}

/**
 * Wraps a source so that its content comes with prepared pictures, and the stored copy can be shown without the source.
 * A picture that was prepared before is loaded only if its version has changed.
 */
export function withPictures(
  source: ContentSource,
  { store }: PictureParts,
  limit = () => AbortSignal.timeout(picturesLimitMs),
): ContentSource {
  const inTurn = createFewAtOnce(mostAtOnce);
  const inTurnAgain = createFewAtOnce(mostAgain);
  const failed = new Set<string>();
  let known = new Map<string, KnownPicture>();

  /** The picture as prepared before; undefined if it was not, or if one of its files is missing in the store. */
  async function knownOf(src: string): Promise<KnownPicture | undefined> {
    const found = known.get(src);
    const stored = await Promise.all(found ? picturePaths(found.prepared).map((path) => store.has(path)) : []);
    return stored.every(Boolean) ? found : undefined;
  }

  async function prepare(src: string, signal: AbortSignal | undefined): Promise<PreparedPicture | null> {
    const before = await knownOf(src);
    const isTried = signal?.aborted !== true;
    const picture = await source.loadPicture(src, { signal, known: before?.version }).catch((fault: unknown) => {
      if (isTried) failed.add(src);
      if (before && fault instanceof ContentUnavailable) return 'unchanged' as const;
      throw fault;
    });
    if (picture === 'unchanged') return before?.prepared ?? null;
    failed.delete(src);
    const prepared = picture && (await preparePicture(picture.bytes, store));
    if (prepared && picture.version) known.set(src, { version: picture.version, prepared });
    return prepared;
  }

  function preparing(signal: AbortSignal | undefined) {
    const asked = new Map<string, Promise<PreparedPicture | null>>();
    const each: PreparePicture = (src) => {
      const turn = failed.has(src) ? inTurnAgain : inTurn;
      const found = asked.get(src) ?? turn(() => prepare(src, signal));
      asked.set(src, found);
      return found;
    };
    return { asked, each };
  }

  return {
    ...source,
    async load(signal) {
      const pulled = await source.load(signal);
      const { asked, each } = preparing(signal ? AbortSignal.any([signal, limit()]) : limit());
      const parts = await Promise.all(pulled.parts.map((part) => withPrepared(part, each, signal)));
      known = new Map([...known].filter(([src]) => asked.has(src)));
      return {
        parts: parts.map(({ part }) => part).filter((part) => !isEmptyPopup(part)),
        warnings: [...pulled.warnings, ...parts.flatMap(({ warnings }) => warnings)],
      };
    },
    async loadDraft(slug, signal) {
      const page = await source.loadDraft(slug, signal);
      return page && (await preparePictures(page, preparing(signal).each, `pages/${slug}`)).part;
    },
    async readUnsaved(form, addressOf, signal) {
      const page = await source.readUnsaved?.(form, addressOf, signal);
      return page ? (await preparePictures(page, preparing(signal).each, `pages/${page.slug}`)).part : null;
    },
  };
}

/** A popup that was only a picture which does not exist. */
const isEmptyPopup = (part: PulledPart) => part.ok && (part.value as { html?: unknown } | null)?.html === '';

/** A part whose picture cannot be loaded now is refused, because it may have the picture a moment later. */
async function withPrepared(part: PulledPart, prepare: PreparePicture, signal: AbortSignal | undefined) {
  if (!part.ok) return { part, warnings: [] };
  try {
    const { part: value, warnings } = await preparePictures(part.value, prepare, part.path);
    return { part: { ...part, value }, warnings };
  } catch (fault) {
    if (signal?.aborted || !(fault instanceof ContentUnavailable)) throw fault;
    const faults = [{ path: part.path, expected: 'pictures that can be loaded', found: fault.message }];
    return { part: { ok: false as const, key: part.key, path: part.path, faults }, warnings: [] };
  }
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
 * `later`: the pictures of what waits for its time.
 */
export function createPictureSweep(
  store: Pick<PictureStore, 'keepOnly'>,
): (content: SiteContent, later?: readonly string[]) => Promise<void> {
  let before: readonly string[] | undefined;
  return async (content, later = []) => {
    const shown = [...picturesIn(content), ...later];
    if (before) await store.keepOnly(new Set([...before, ...shown]));
    before = shown;
  };
}
