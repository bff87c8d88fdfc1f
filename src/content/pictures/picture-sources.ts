import type { ContentImage } from '../model/parts.ts';

/** Prepared pictures lie here, on any host. */
export const picturesPath = '/pictures/';

/** The path of one width of a prepared picture. */
export function picturePath(hash: string, width: number): string {
  return `${picturesPath}${hash}-${width}.webp`;
}

/** The widths of a prepared picture as `srcset` says them; undefined for one that is shown as it is. */
export function pictureSources({ src, widths }: Pick<ContentImage, 'src' | 'widths'>): string | undefined {
  const hash = /^\/pictures\/([0-9a-f]+)-\d+\.webp$/.exec(src)?.[1];
  if (hash === undefined || !widths) return undefined;
  return widths.map((width) => `${picturePath(hash, width)} ${width}w`).join(', ');
}
