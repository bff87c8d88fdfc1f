import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares a secret with an untrusted text; the duration reveals nothing about either. */
export function sameText(found: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(found), digest(expected));
}
