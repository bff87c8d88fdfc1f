import type { ContentSource } from '../content-source.ts';
import type { CockpitClient, CockpitOptions } from './cockpit-http.ts';
import type { CockpitValues } from './cockpit-values.ts';

/** How to read the values of a CMS at this address. */
export function readValues(
  { url }: Pick<CockpitOptions, 'url'>,
  addresses: ReadonlyMap<string, string>,
): CockpitValues {
  const { origin, pathname } = new URL(url);
  return { origin, basePath: pathname.replace(/\/+$/, ''), addressOf: (id) => addresses.get(id) };
}

/** Loads pictures from the CMS's uploads folder and nothing else from its host, because editors can write any `src`. */
export function createPictureLoader(
  { url }: Pick<CockpitOptions, 'url'>,
  client: Pick<CockpitClient, 'file'>,
): ContentSource['loadPicture'] {
  const { basePath } = readValues({ url }, new Map());
  const folders = [`${basePath}/storage/`, '/storage/'];
  return (src, options) => {
    const path = URL.parse(src, 'https://cms')?.pathname ?? '';
    const isUpload = src.startsWith('/') && !src.startsWith('//') && folders.some((folder) => path.startsWith(folder));
    return isUpload ? client.file(path, options) : Promise.resolve(null);
  };
}
