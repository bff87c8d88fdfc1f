import type { Page } from './model/site-content.ts';

/** The address of a published page by its id. */
export type AddressOfPage = (id: string) => string | undefined;

/** What editors write in: our own files, or a headless CMS. The adapters are in sources/. */
export interface ContentSource {
  /** For logs, and to identify its stored copy: `local`, `cockpit v1 at https://cms.example.com`. */
  readonly name: string;
  /**
   * Every published part, each validated on its own. Rejects with ContentUnavailable if the source does not answer
   * properly; never resolves without parts that it could not read.
   */
  load: (signal?: AbortSignal) => Promise<PulledContent>;
  /**
   * The current version of a page, published or not; only for the signed preview. Null: no such page. Rejects with
   * ContentInvalid if it violates the model.
   */
  loadDraft: (slug: string, signal?: AbortSignal) => Promise<Page | null>;
  /**
   * The page that a CMS's form holds while an editor types. `addressOf`: of published pages. Rejects with
   * ContentInvalid if it violates the model. Undefined or null: the source has no such form.
   */
  readUnsaved?: (
    form: Readonly<Record<string, unknown>>,
    addressOf: AddressOfPage,
    signal?: AbortSignal,
  ) => Promise<Page | null>;
  /** Every page that is not published, each validated on its own. Missing: the source does not give out drafts. */
  loadDrafts?: (signal?: AbortSignal) => Promise<readonly PulledPart[]>;
  /** A picture of the content, by its `src`; `unchanged` if it still has the known version. Null: no such picture. */
  loadPicture: (src: string, options?: LoadPictureOptions) => Promise<LoadedPicture | 'unchanged' | null>;
}

export interface LoadPictureOptions {
  signal?: AbortSignal | undefined;
  known?: PictureVersion | undefined;
}

export interface LoadedPicture {
  bytes: Uint8Array;
  /** Undefined: the source does not version pictures. */
  version?: PictureVersion | undefined;
}

/** Identifies a version of a picture's bytes by its HTTP validators. */
export interface PictureVersion {
  etag: string | null;
  modified: string | null;
}

/** What a pull found. The parts are listed in the order in which the site shows them. */
export interface PulledContent {
  parts: readonly PulledPart[];
  warnings: readonly ContentWarning[];
}

/**
 * A page, popup, event, redirect or setting: the smallest thing that is published or refused on its own. `key`
 * identifies it for as long as it exists, even if an editor renames it: `pages/{id}`, `settings/en/tagline`,
 * `settings/en/popups/{id}`, `calendar/{id}`, `redirects/{id}`. A list that cannot be read is refused by the beginning
 * of its parts' keys. `path` is where an editor finds it.
 */
export type PulledPart = { key: string; path: string } & (
  { ok: true; value: unknown } | { ok: false; faults: readonly ContentFault[] }
);

/** Something that an editor should correct, although the content is published. */
export interface ContentWarning {
  kind: 'address' | 'block' | 'calendar' | 'home' | 'link' | 'picture' | 'symbol';
  /** For example `pages/about`. */
  path: string;
  text: string;
  /** The address of the picture or link that is left out, or the symbol that no asset has. */
  address?: string;
}

/** One violation of the model in the content. */
export interface ContentFault {
  /** For example `pages/about/de blocks[2].items[0].title`. */
  path: string;
  expected: string;
  found: string;
}

/** The source did not answer, or its answer is not in its own format; the known content stays. */
export class ContentUnavailable extends Error {
  override readonly name = 'ContentUnavailable';
}

/** The source answered, but what it has violates the model and nothing of it can be shown. */
export class ContentInvalid extends Error {
  override readonly name = 'ContentInvalid';
  readonly faults: readonly ContentFault[];

  constructor(faults: readonly ContentFault[]) {
    super(faults.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`).join('\n'));
    this.faults = faults;
  }
}
