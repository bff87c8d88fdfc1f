import type { ContentSource } from '../content-source.ts';
import { createCockpitV1Source } from './cockpit-v1-source.ts';
import { createCockpitV2Source } from './cockpit-v2-source.ts';
import { createLocalSource } from './local-source.ts';

/** A CMS, as configured. */
export interface CmsAddress {
  url: string;
  token: string;
  version: 1 | 2;
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
  const { version, ...address } = cms;
  return version === 1 ? createCockpitV1Source(address) : createCockpitV2Source(address);
}
