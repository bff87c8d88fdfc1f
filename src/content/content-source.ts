import type { Page, SiteContent } from './model/site-content.ts';

/** What editors write in: our own files, or a headless CMS. The adapters are in sources/. */
export interface ContentSource {
  /** For logs, and to identify its stored copy: `local`, `cockpit v1 at https://cms.example.com`. */
  readonly name: string;
  /**
   * Everything that is published, validated. Rejects with ContentUnavailable or ContentInvalid; never resolves to only
   * a part.
   */
  load: (signal?: AbortSignal) => Promise<SiteContent>;
  /** The current version of a page, published or not; only for the signed preview. Null: no such page. */
  loadDraft: (slug: string, signal?: AbortSignal) => Promise<Page | null>;
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

/** The source answered, but its content violates the model. */
export class ContentInvalid extends Error {
  override readonly name = 'ContentInvalid';
  readonly faults: readonly ContentFault[];

  constructor(faults: readonly ContentFault[]) {
    super(faults.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`).join('\n'));
    this.faults = faults;
  }
}
