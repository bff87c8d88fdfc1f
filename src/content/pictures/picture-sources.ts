import type { ContentImage } from '../model/parts.ts';

/** Prepared pictures lie here, on any host. */
export const picturesPath = '/pictures/';

/** The path of one width of a prepared picture. */
export function picturePath(hash: string, width: number): string {
  return `${picturesPath}${hash}-${width}.webp`;
}

type Prepared = Pick<ContentImage, 'src' | 'widths'>;

const hashOf = ({ src }: Prepared) => /^\/pictures\/([0-9a-f]+)-\d+\.webp$/.exec(src)?.[1];

/** The paths of all widths of a prepared picture; none of one that is shown as it is. */
export function picturePaths(picture: Prepared): string[] {
  const hash = hashOf(picture);
  return hash === undefined ? [] : (picture.widths ?? []).map((width) => picturePath(hash, width));
}

/** The widths of a prepared picture as `srcset` says them; undefined for one that is shown as it is. */
export function pictureSources(picture: Prepared): string | undefined {
  const { widths = [] } = picture;
  const sources = picturePaths(picture).map((path, index) => `${path} ${widths[index] ?? 0}w`);
  return sources.length > 0 ? sources.join(', ') : undefined;
}
