import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares a secret with what a stranger sent, in a time that tells nothing of either. */
export function sameText(found: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(found), digest(expected));
}
