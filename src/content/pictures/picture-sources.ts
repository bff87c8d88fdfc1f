import type { ContentImage } from '../model/parts.ts';

/** The path of prepared pictures, on any host. */
export const picturesPath = '/pictures/';

/** The path of one width of a prepared picture. */
export function picturePath(hash: string, width: number): string {
  return `${picturesPath}${hash}-${width}.webp`;
}

type Prepared = Pick<ContentImage, 'src' | 'widths'>;

const hashOf = ({ src }: Prepared) => /^\/pictures\/([0-9a-f]+)-\d+\.webp$/.exec(src)?.[1];

/** The paths of all widths of a prepared picture; none for a picture that is shown unprepared. */
export function picturePaths(picture: Prepared): string[] {
  const hash = hashOf(picture);
  return hash === undefined ? [] : (picture.widths ?? []).map((width) => picturePath(hash, width));
}

/** The widths of a prepared picture as a `srcset`; undefined for a picture that is shown unprepared. */
export function pictureSources(picture: Prepared): string | undefined {
  const { widths = [] } = picture;
  const sources = picturePaths(picture).map((path, index) => `${path} ${widths[index] ?? 0}w`);
  return sources.length > 0 ? sources.join(', ') : undefined;
}
