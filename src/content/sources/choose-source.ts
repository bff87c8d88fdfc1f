import type { ContentSource } from '../content-source.ts';
import { createLocalSource } from './local-source.ts';

/** Which source: the files of a folder, or a CMS. */
export interface SourceOptions {
  /** The folder of the embedded content. */
  folder: string;
}

export function chooseSource({ folder }: SourceOptions): ContentSource {
  return createLocalSource(folder);
}
