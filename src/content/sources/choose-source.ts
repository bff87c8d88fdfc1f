import type { ContentSource } from '../content-source.ts';
import { createCockpitV1Source } from './cockpit-v1-source.ts';
import { createCockpitV2Source } from './cockpit-v2-source.ts';
import { createHttpSource } from './http-source.ts';
import { createLocalSource } from './local-source.ts';

/** A CMS, as configured. */
export type CmsAddress = CockpitAddress | HttpAddress;

export interface CockpitAddress {
  url: string;
  token: string;
  /** Of Cockpit. */
  version: 1 | 2;
}

/** Any other CMS, behind an address that answers in our shape: docs/content-http.md. */
export interface HttpAddress {
  url: string;
  token: string;
  version: null;
  /** The origins from which pictures may be loaded, beside that of `url`. */
  pictureOrigins: readonly string[];
}

/** Which source to use: the files of a folder, or a CMS. */
export interface SourceOptions {
  /** The folder of the embedded content. */
  folder: string;
  /** Missing: the embedded content. */
  cms?: CmsAddress | null;
}

export function chooseSource({ folder, cms }: SourceOptions): ContentSource {
  if (!cms) return createLocalSource(folder);
  if (cms.version === null) return createHttpSource(cms);
  return cms.version === 1 ? createCockpitV1Source(cms) : createCockpitV2Source(cms);
}
