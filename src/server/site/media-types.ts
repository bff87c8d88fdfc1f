/** Media types of the files in a build, by extension. */
export const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  ico: 'image/x-icon',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  woff2: 'font/woff2',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  wasm: 'application/wasm',
};

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

export function mediaTypeOf(path: string): string {
  return mediaTypes[extensionOf(path)] ?? 'application/octet-stream';
}

/** Whether compression is worthwhile. Pictures and fonts are compressed already. */
export function isCompressible(path: string): boolean {
  return /^(text|application\/(json|manifest|xml|wasm)|image\/(svg|x-icon))/.test(mediaTypeOf(path));
}
