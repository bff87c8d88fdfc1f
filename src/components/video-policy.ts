import type { AstroGlobal } from 'astro';
import type { Block } from '../content/model/blocks.ts';
import { videoOrigins } from '../content/model/video-address.ts';

/** Extends the content security policy of a page with the hosts of its videos, and with no others. */
export function allowVideos(csp: AstroGlobal['csp'], blocks: readonly Block[]): void {
  const { frames, media } = videoOrigins(blocks.flatMap((block) => (block.kind === 'video' ? [block.address] : [])));
  if (frames.length > 0) csp?.insertDirective(`frame-src ${frames.join(' ')}`);
  // A named directive replaces the default one.
  if (media.length > 0) csp?.insertDirective(`media-src 'self' ${media.join(' ')}`);
}
