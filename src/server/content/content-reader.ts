import { createHash } from 'node:crypto';
import { defaultLocale } from '../../brand.ts';
import { addressOf as addressOfPage } from '../../content/addresses.ts';
import type { ContentSource, PulledContent } from '../../content/content-source.ts';
import { ContentInvalid } from '../../content/content-source.ts';
import type { Page, SiteContent } from '../../content/model/site-content.ts';
import type { PictureParts } from '../../content/pictures/with-pictures.ts';
import { withPictures } from '../../content/pictures/with-pictures.ts';
import type { KeptContent, LivePage } from '../../content/pull/kept-content.ts';
import { isPageKey, livePages } from '../../content/pull/kept-content.ts';
import type { MergedContent } from '../../content/pull/merge-content.ts';
import { mergeContent } from '../../content/pull/merge-content.ts';
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
  /** The content of a copy that was found. */
  openCopy: (file: string) => Promise<SiteContent>;
  /** From now on, refused parts keep the version that this copy has. */
  startFrom: (file: string) => Promise<void>;
  /**
   * Reads the source. Refused parts have their last good versions. `now`: unix milliseconds. Rejects with
   * ContentUnavailable, or with ContentInvalid if there is no site to show.
   */
  read: (now: number, signal?: AbortSignal) => Promise<ReadContent>;
  /** What was read last is published: refused parts keep it from now on, and the copy on disk has it. */
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
export type ReadContent = Omit<MergedContent, 'kept'>;

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
  let read: KeptContent | null = null;
  let saved: string | null = null;

  function copyOf(file: string): ContentOnDisk {
    const one = found.find((each) => each.file === file);
    if (!one) throw new Error(`There is no copy ${file}`);
    return one;
  }

  return {
    name: source.name,
    async findCopies() {
      found = await loadCopies(built ? [copy, built] : [copy]);
      return found.map(({ file, elsewhere, kept }) => {
        return { file, elsewhere, refused: Object.keys(kept.refusedSince).length, live: livePages(kept) };
      });
    },
    openCopy: (file) => Promise.resolve(copyOf(file).content),
    startFrom(file) {
      base = copyOf(file);
      return Promise.resolve();
    },
    async read(now, signal) {
      const pulled = await source.load(signal);
      const { kept, ...merged } = mergeOnto(base, pulled, now);
      read = kept;
      return { ...merged, warnings: [...merged.warnings, ...symbolWarnings(merged.content, assets)] };
    },
    async keep() {
      if (!read) throw new Error('There is nothing to keep, because nothing was read');
      [base, found] = [{ kept: read, elsewhere: null }, []];
      // What is already saved is not saved again, because the copy's folder may be watched for edits.
      const hash = createHash('sha256').update(canonicalText(read)).digest('base64');
      if (hash === saved) return;
      await copy.save(read);
      saved = hash;
    },
    loadDraft: source.loadDraft,
    readUnsaved(form, signal) {
      const pages = new Map(base?.kept.parts.filter(([key]) => isPageKey(key)));
      const addressOf = (id: string) => {
        const page = pages.get(`pages/${id}`) as Page | undefined;
        return page && addressOfPage(page, defaultLocale);
      };
      return source.readUnsaved?.(form, addressOf, signal) ?? Promise.resolve(null);
    },
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
