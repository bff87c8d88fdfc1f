import type { Page, SiteContent } from './model/site-content.ts';

/** Where editors write: files of ours, or a headless CMS. The adapters are in sources/. */
export interface ContentSource {
  /** For the log, and to know its copy by: `local`, `cockpit v1 at https://cms.example.com`. */
  readonly name: string;
  /**
   * Everything that is published, checked. Rejects with ContentUnavailable or ContentInvalid; never answers a part of
   * it.
   */
  load: (signal?: AbortSignal) => Promise<SiteContent>;
  /** A page as it stands now, published or not: for the signed preview alone. Null: there is none. */
  loadDraft: (slug: string, signal?: AbortSignal) => Promise<Page | null>;
  /**
   * A picture that the content names, by its `src`; `unchanged` where it is still of the version that is known. Null:
   * there is none.
   */
  loadPicture: (src: string, options?: LoadPictureOptions) => Promise<LoadedPicture | 'unchanged' | null>;
}

export interface LoadPictureOptions {
  signal?: AbortSignal | undefined;
  known?: PictureVersion | undefined;
}

export interface LoadedPicture {
  bytes: Uint8Array;
  /** Undefined: its source tells no versions apart. */
  version?: PictureVersion | undefined;
}

/** By what a source knows the bytes of a picture again: what HTTP calls its validators. */
export interface PictureVersion {
  etag: string | null;
  modified: string | null;
}

/** One thing in the content that is not as it must be. */
export interface ContentFault {
  /** Where: `pages/about/de blocks[2].items[0].title`. */
  path: string;
  expected: string;
  found: string;
}

/** The source did not answer, or not in its own format: what is known stays as it is. */
export class ContentUnavailable extends Error {
  override readonly name = 'ContentUnavailable';
}

/** The source answered, and what it holds breaks the model. */
export class ContentInvalid extends Error {
  override readonly name = 'ContentInvalid';
  readonly faults: readonly ContentFault[];

  constructor(faults: readonly ContentFault[]) {
    super(faults.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`).join('\n'));
    this.faults = faults;
  }
}
