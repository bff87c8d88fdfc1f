import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Locale } from '../../brand.ts';

/** What a link opens: one draft in all languages; or `editor`, every draft and the content status. */
export type Opened = { slug: string } | 'editor';

/** The query that makes a path open, until an instant in unix seconds. */
export function signLink(opened: Opened, until: number, secret: string): string {
  return `until=${until}&signature=${signatureOf(opened, until, secret)}`;
}

/** The path of a preview, for whoever holds the link until it expires; `until` is in unix seconds. */
export function signPreview({ until, ...page }: { slug: string; locale: Locale; until: number }, secret: string): string {
  return `${previewPath(page)}?${signLink({ slug: page.slug }, until, secret)}`;
}

export const previewPath = ({ slug, locale }: { slug: string; locale: Locale }) => `/preview/${locale}/${slug}`;

/** How long the links to the content status last that mails and operators get. */
const statusDays = 30;

/** The address of the content status with a link of an editor; null without a secret to sign it. */
export function statusUrl({ siteUrl, secret, now }: { siteUrl: string; secret: string | null; now: number }) {
  const until = Math.floor(now / 1000) + statusDays * 86_400;
  return secret === null ? null : `${siteUrl}${statusPath}?${signLink('editor', until, secret)}`;
}

export const statusPath = '/content-status';

/** Whether we signed this query for exactly this, and it has not expired at `nowMs`. */
export function holdsLink(
  opened: Opened,
  { until, signature }: { until?: unknown; signature?: unknown },
  { secret, nowMs }: { secret: string; nowMs: number },
): boolean {
  if (typeof until !== 'string' || typeof signature !== 'string') return false;
  const [expected, found] = [Buffer.from(signatureOf(opened, Number(until), secret)), Buffer.from(signature)];
  return expected.length === found.length && timingSafeEqual(expected, found) && Number(until) * 1000 > nowMs;
}

function signatureOf(opened: Opened, until: number, secret: string): string {
  const what = opened === 'editor' ? 'editor' : `preview\n${opened.slug}`;
  return createHmac('sha256', secret).update(`${what}\n${until}`).digest('base64url');
}

/** What visitors see of a refused part, in mails and commands. */
export const shownWords = (isShown: boolean) =>
  isShown ? 'Its last good version stays online.' : 'It is not online.';
