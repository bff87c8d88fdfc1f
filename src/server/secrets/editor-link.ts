import { createHmac } from 'node:crypto';
import type { Locale } from '../../brand.ts';
import { statusPath } from '../../content/addresses.ts';
import { sameText } from './same-text.ts';

/** What a link opens: one draft in all languages; or `editor`, every draft and the content status. */
export type Opened = { slug: string } | 'editor';

/** The query that makes a path open, until an instant in unix seconds. */
export function signLink(opened: Opened, until: number, secret: string): string {
  return `until=${until}&signature=${signatureOf(opened, until, secret)}`;
}

/** A draft, as a link first shows it. */
interface Previewed {
  slug: string;
  locale: Locale;
}

/** The path of a preview, for whoever holds the link until it expires; `until` is in unix seconds. */
export function signPreview({ until, ...page }: Previewed & { until: number }, secret: string): string {
  return `${previewPath(page)}?${signLink({ slug: page.slug }, until, secret)}`;
}

export const previewPath = ({ slug, locale }: Previewed) => `/preview/${locale}/${slug}`;

/** How long the links to the content status last that mails and operators get. */
const statusDays = 30;

/** The address of the content status with a link of an editor; null without a secret to sign it. */
export function statusUrl({ siteUrl, secret, now }: { siteUrl: string; secret: string | null; now: number }) {
  const until = Math.floor(now / 1000) + statusDays * 86_400;
  return secret === null ? null : `${siteUrl}${statusPath}?${signLink('editor', until, secret)}`;
}

/** Whether we signed this query for exactly this, and it has not expired at `nowMs`. */
export function holdsLink(
  opened: Opened,
  { until, signature }: { until?: unknown; signature?: unknown },
  { secret, nowMs }: { secret: string; nowMs: number },
): boolean {
  if (typeof until !== 'string' || typeof signature !== 'string') return false;
  return sameText(signature, signatureOf(opened, Number(until), secret)) && Number(until) * 1000 > nowMs;
}

function signatureOf(opened: Opened, until: number, secret: string): string {
  const what = opened === 'editor' ? 'editor' : `preview\n${opened.slug}`;
  return createHmac('sha256', secret).update(`${what}\n${until}`).digest('base64url');
}
