import * as z from 'zod/mini';

/** Where a video plays, by the address that an editor copied from the browser. */
type Video =
  | { host: 'YouTube' | 'Vimeo'; page: string; embed: string }
  | { host: null; src: string; type: 'video/mp4' | 'video/webm' };

const youtube =
  /^https:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/;
/** The second part is the key of a video that is not listed. */
const vimeo =
  /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})(?:(?:\/|\?h=)([0-9a-f]{6,16}))?(?![\w/])/;
/** On another host, or on this site. */
const file = /^(?:https:\/\/[\w.-]+(?::\d+)?\/|\/(?![/\\]))[^\s\\"?#]*\.(mp4|webm)(?:\?[^\s\\"#]*)?$/i;

/** Null: no video of YouTube or Vimeo, and no mp4 or webm file. `embed` is the player, which starts at once. */
export function readVideo(address: string): Video | null {
  const [, id] = youtube.exec(address) ?? [];
  if (id !== undefined)
    return {
      host: 'YouTube',
      page: `https://www.youtube.com/watch?v=${id}`,
      embed: `${playerOrigins.YouTube}/embed/${id}?autoplay=1&rel=0`,
    };
  const [, number, key] = vimeo.exec(address) ?? [];
  if (number !== undefined)
    return {
      host: 'Vimeo',
      page: `https://vimeo.com/${number}${key === undefined ? '' : `/${key}`}`,
      embed: `${playerOrigins.Vimeo}/video/${number}?autoplay=1&dnt=1${key === undefined ? '' : `&h=${key}`}`,
    };
  const [, ending] = file.exec(address) ?? [];
  return ending === undefined || !URL.canParse(address, 'https://site')
    ? null
    : { host: null, src: address, type: ending.toLowerCase() === 'mp4' ? 'video/mp4' : 'video/webm' };
}

export const videoAddress = z.string().check(
  z.maxLength(2_000),
  z.refine((address) => readVideo(address) !== null, {
    error: 'the address of a video of YouTube or Vimeo, or of an mp4 or webm file',
  }),
);

/** The hosts of the players, in the forms that set no cookies before the visitor plays. */
const playerOrigins = { YouTube: 'https://www.youtube-nocookie.com', Vimeo: 'https://player.vimeo.com' } as const;

/** What a page must be allowed to load for its videos: the origins of players, and those of files. */
export function videoOrigins(addresses: readonly string[]): { frames: string[]; media: string[] } {
  const videos = addresses.map(readVideo).filter((video) => video !== null);
  const frames = videos.flatMap(({ host }) => (host === null ? [] : [playerOrigins[host]]));
  const media = videos.flatMap((video) =>
    video.host === null && !video.src.startsWith('/') ? [new URL(video.src).origin] : [],
  );
  return { frames: [...new Set(frames)], media: [...new Set(media)] };
}
