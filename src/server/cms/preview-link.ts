import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Locale } from '../../brand.ts';

/** One draft in one language, for whoever holds the link, until then. */
export interface Preview {
  slug: string;
  locale: Locale;
  /** Unix seconds. */
  until: number;
}

/** The path of a link that shows a draft, signed by the secret that only the server knows. */
export function signPreview(preview: Preview, secret: string): string {
  const { slug, locale, until } = preview;
  return `/preview/${locale}/${slug}?until=${until}&signature=${signatureOf(preview, secret)}`;
}

/** Whether a link was signed by us for exactly this, and still holds at `nowMs`. */
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
