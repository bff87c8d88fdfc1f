import { createHash } from 'node:crypto';
import { defaultLocale } from '../../brand.ts';
import { addressOf as addressOfPage } from '../../content/addresses.ts';
import type { AddressOfPage, ContentSource, PulledContent } from '../../content/content-source.ts';
import { ContentInvalid } from '../../content/content-source.ts';
import type { Page } from '../../content/model/site-content.ts';
import type { PictureParts } from '../../content/pictures/with-pictures.ts';
import { picturesIn, withPictures } from '../../content/pictures/with-pictures.ts';
import type { KeptContent, LivePage } from '../../content/pull/kept-content.ts';
import { isPageKey, livePages, pulledOfKept } from '../../content/pull/kept-content.ts';
import type { MergedContent } from '../../content/pull/merge-content.ts';
import { contentOfKept, mergeContent } from '../../content/pull/merge-content.ts';
import type { SourceOptions } from '../../content/sources/choose-source.ts';
import { chooseSource } from '../../content/sources/choose-source.ts';
import { canonicalText } from '../../content/texts/canonical-text.ts';
import { symbolWarnings } from '../../content/texts/prices.ts';
import type { ContentCopy, ContentOnDisk } from './content-copy.ts';
import { createContentCopy, loadCopies } from './content-copy.ts';

/** Reads the content, and knows by parts what is published. */
export interface ContentReader {
  /** The name of the source. */
  readonly name: string;
  /** Finds the copies on disk, the best one first. */
  findCopies: () => Promise<FoundCopy[]>;
  /** What is public at `now` of a copy that was found, and when that changes next. */
  openCopy: (file: string, now: number) => Promise<OpenedCopy>;
  /** From now on, refused parts keep the version that this copy has. */
  startFrom: (file: string) => Promise<void>;
  /** Reads the source. Rejects with ContentUnavailable. */
  load: (signal?: AbortSignal) => Promise<void>;
  /**
   * Merges what was loaded with what is published. Refused parts have their last good versions. `now`: unix
   * milliseconds. Rejects with ContentInvalid if there is no site to show.
   */
  merge: (now: number) => Promise<ReadContent>;
  /**
   * Merges what was merged last once more, because another part of it is public now; before the first pull, the copy.
   */
  mergeAgain: (now: number) => Promise<ReadContent>;
  /** What was merged last is published: refused parts keep it from now on, and the copy on disk has it. */
  keep: () => Promise<void>;
  /** The current version of a page, published or not. Null: no such page. */
  loadDraft: (slug: string, signal?: AbortSignal) => Promise<Page | null>;
  /** The page that the form of a CMS holds while an editor types. Null: the source has no such form. */
  readUnsaved: (form: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<Page | null>;
}

export interface FoundCopy extends Pick<ContentOnDisk, 'file' | 'elsewhere'> {
  /** How many parts were refused when it was made. */
  refused: number;
  live: readonly LivePage[];
}
export type OpenedCopy = Pick<MergedContent, 'content' | 'nextAt'>;
export interface ReadContent extends Omit<MergedContent, 'kept'> {
  /** The pictures of what waits for its time. */
  laterPictures: readonly string[];
  /** It is of the copy, which does not say why parts are refused. */
  isOfCopy: boolean;
}

export interface ContentReaderParts {
  source: Pick<ContentSource, 'name' | 'load' | 'loadDraft' | 'readUnsaved'>;
  copy: ContentCopy;
  /** The content that the build was made from. */
  built: Pick<ContentCopy, 'load'> | null;
  /** The symbols of the assets, whose prices texts can show. Undefined: unknown. */
  assets?: readonly string[] | undefined;
}

export function createContentReader({ source, copy, built, assets }: ContentReaderParts): ContentReader {
  let found: ContentOnDisk[] = [];
  let base: Pick<ContentOnDisk, 'kept' | 'elsewhere'> | null = null;
  let loaded: PulledContent | null = null;
  /** What was loaded last that gave a site. */
  let good: PulledContent | null = null;
  let read: KeptContent | null = null;
  let saved: string | null = null;

  function copyOf(file: string): ContentOnDisk {
    const one = found.find((each) => each.file === file);
    if (!one) throw new Error(`There is no copy ${file}`);
    return one;
  }

  function merge(pulled: PulledContent, now: number, isOfCopy: boolean): ReadContent {
    const { kept, ...merged } = mergeOnto(base, pulled, now);
    read = kept;
    const warnings = [...merged.warnings, ...symbolWarnings(merged.content, assets)];
    return { ...merged, warnings, isOfCopy, laterPictures: picturesIn(kept.waiting) };
  }

  return {
    name: source.name,
    async findCopies() {
      found = await loadCopies(built ? [copy, built] : [copy]);
      return found.map(({ file, elsewhere, kept }) => {
        return { file, elsewhere, refused: Object.keys(kept.refusedSince).length, live: livePages(kept) };
      });
    },
    openCopy: (file, now) => Promise.resolve(contentOfKept(copyOf(file).kept, now)),
    startFrom(file) {
      base = copyOf(file);
      return Promise.resolve();
    },
    async load(signal) {
      loaded = await source.load(signal);
    },
    // Asynchronous, so that a fault rejects.
    merge: async (now) => {
      const pulled = loaded;
      if (!pulled) throw new Error('There is nothing to merge, because nothing was loaded');
      loaded = null;
      const merged = merge(pulled, now, false);
      good = pulled;
      return Promise.resolve(merged);
    },
    mergeAgain: async (now) => {
      if (good) return Promise.resolve(merge(good, now, false));
      if (!base) throw new Error('There is nothing to merge, because there is no copy');
      return Promise.resolve(merge(pulledOfKept(base.kept), now, true));
    },
    async keep() {
      if (!read) throw new Error('There is nothing to keep, because nothing was read');
      // The copy may be of another address. Until something is pulled, it stays as it is.
      if (!good) return void (base &&= { ...base, kept: read });
      [base, found] = [{ kept: read, elsewhere: null }, []];
      // What is already saved is not saved again, because the copy's folder may be watched for edits.
      const hash = createHash('sha256').update(canonicalText(read)).digest('base64');
      if (hash === saved) return;
      await copy.save(read);
      saved = hash;
    },
    loadDraft: source.loadDraft,
    readUnsaved: (form, signal) => source.readUnsaved?.(form, addressesIn(base?.kept), signal) ?? Promise.resolve(null),
  };
}

/** The addresses of published pages by their ids. */
function addressesIn(kept: KeptContent | undefined): AddressOfPage {
  const pages = new Map(kept?.parts.filter(([key]) => isPageKey(key)));
  return (id) => {
    const page = pages.get(`pages/${id}`) as Page | undefined;
    return page && addressOfPage(page, defaultLocale);
  };
}

/** What a reader is opened with. */
export interface ReaderOptions extends SourceOptions, Pick<ContentReaderParts, 'assets'> {
  copyFile: string;
  /** The copy of the build; null without a build. */
  builtFile: string | null;
}

/** A reader of the chosen source, with its pictures prepared, and of the copies in these files. */
export function openContentReader({
  copyFile,
  builtFile,
  store,
  assets,
  ...chosen
}: ReaderOptions & PictureParts): ContentReader {
  const source = withPictures(chooseSource(chosen), { store });
  const copy = createContentCopy(copyFile, source.name, true);
  const built = builtFile === null ? null : createContentCopy(builtFile, source.name);
  return createContentReader({ source, copy, built, assets });
}

/** Merges a pull with a copy. Throws ContentInvalid if there is no site to show. */
export function mergeOnto(
  copy: Pick<ContentOnDisk, 'kept' | 'elsewhere'> | null | undefined,
  pulled: PulledContent,
  now: number,
): MergedContent {
  const merged = mergeContent(pulled, baseOf(copy, pulled), now);
  if (!merged.ok) throw new ContentInvalid(merged.faults);
  return merged;
}

/**
 * What a pull is merged with. The copy of another address counts if the pull has one of its pages: then the CMS has
 * moved. Otherwise it is another CMS, whose parts must not stand in for refused ones.
 */
function baseOf(
  copy: Pick<ContentOnDisk, 'kept' | 'elsewhere'> | null | undefined,
  { parts }: PulledContent,
): KeptContent | null {
  if (!copy || copy.elsewhere === null) return copy?.kept ?? null;
  const keys = new Set(copy.kept.parts.map(([key]) => key).filter(isPageKey));
  return parts.some(({ key }) => keys.has(key)) ? copy.kept : null;
}
