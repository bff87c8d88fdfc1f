import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Locale } from '../../brand.ts';

/** A draft in one language, for whoever holds the link until it expires. */
export interface Preview {
  slug: string;
  locale: Locale;
  /** Unix seconds. */
  until: number;
}

/** The path of a preview link, signed with the server's secret. */
export function signPreview(preview: Preview, secret: string): string {
  const { slug, locale, until } = preview;
  return `/preview/${locale}/${slug}?until=${until}&signature=${signatureOf(preview, secret)}`;
}

/** Whether we signed a link for exactly this preview, and it has not expired at `nowMs`. */
export function holdsPreview(
  preview: Preview,
  signature: string,
  { secret, nowMs }: { secret: string; nowMs: number },
): boolean {
  const [expected, found] = [Buffer.from(signatureOf(preview, secret)), Buffer.from(signature)];
  return expected.length === found.length && timingSafeEqual(expected, found) && preview.until * 1000 > nowMs;
}

function signatureOf({ slug, locale, until }: Preview, secret: string): string {
  return createHmac('sha256', secret).update(`preview\n${locale}\n${slug}\n${until}`).digest('base64url');
}
