import { createHash } from 'node:crypto';
import type { SiteContent } from '../model/site-content.ts';
import { canonicalText } from './canonical-text.ts';
import { inSlices } from './in-slices.ts';

/** Content is never changed in place, so a part has the same hash as long as it exists. */
const known = new WeakMap<object, string>();

/** A hash of a part of the content: equal parts have the same one, in whatever order their fields are. */
export function hashOfPart(part: object): string {
  const found = known.get(part);
  if (found !== undefined) return found;
  const hash = createHash('sha256').update(canonicalText(part)).digest('base64url').slice(0, 22);
  known.set(part, hash);
  return hash;
}

/** Remembers the hash of a part that was computed elsewhere. */
export function knowHash(part: object, hash: string): void {
  known.set(part, hash);
}

/** A hash of the whole content. Parts that are known cost nothing, others give way to other work in between. */
export async function hashOfContent({ pages, redirects, ...others }: SiteContent): Promise<string> {
  const hashes = await inSlices([...pages, redirects], hashOfPart);
  return createHash('sha256').update(hashes.join('\n')).update(canonicalText(others)).digest('base64url');
}
