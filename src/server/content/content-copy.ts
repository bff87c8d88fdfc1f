import { mkdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { checkContent } from '../../content/check-content.ts';
import { redirect } from '../../content/model/redirects.ts';
import type { Page, SiteContent } from '../../content/model/site-content.ts';
import { calendarEvent, page, popup, siteContent } from '../../content/model/site-content.ts';
import type { KeptContent, KeptPart } from '../../content/pull/kept-content.ts';
import { isPageKey, isPartOf, partsOfContent } from '../../content/pull/kept-content.ts';
import { composeContent } from '../../content/pull/merge-content.ts';
import { addressesOfPages, moveAddresses } from '../../content/pull/settle-redirects.ts';

export interface ContentOnDisk {
  file: string;
  kept: KeptContent;
  content: SiteContent;
  /** When the source had this content. */
  from: Date;
  /** The source that had it, if that is at another address than the one in use; it may be another CMS. */
  elsewhere: string | null;
}

/** The last good copy of the content on disk, shown while the source does not answer. */
export interface ContentCopy {
  /** Null: there is no copy from this kind of source, or none that still satisfies the model. */
  load: () => Promise<ContentOnDisk | null>;
  /** `from`: when the source had this content; by default now. */
  save: (kept: KeptContent, from?: Date) => Promise<void>;
}

/**
 * The copies that exist: those of this address before those from elsewhere, and the newest first. A part that was
 * refused when a copy was made, and that it lacks, is taken from the next copy of its address: a build on another
 * machine does not know the last good version of the server. Nor does it know the addresses that pages had there.
 */
export async function loadCopies(copies: readonly Pick<ContentCopy, 'load'>[]): Promise<ContentOnDisk[]> {
  const loaded = await Promise.all(copies.map((copy) => copy.load()));
  const found = loaded
    .filter((one) => one !== null)
    .sort(
      (one, other) =>
        Number(one.elsewhere !== null) - Number(other.elsewhere !== null) || Number(other.from) - Number(one.from),
    );
  return found.map((one, index) => {
    const older = found.slice(index + 1).find(({ elsewhere }) => elsewhere === one.elsewhere);
    return older ? withRefused(withMoved(one, older), older) : one;
  });
}

function withMoved(one: ContentOnDisk, older: ContentOnDisk): ContentOnDisk {
  const published = addressesOfPages(one.kept.parts.flatMap(([key, value]) => (isPageKey(key) ? [value as Page] : [])));
  const moved = { ...moveAddresses(older.kept.moved ?? {}, older.kept.parts, published), ...one.kept.moved };
  return { ...one, kept: { ...one.kept, moved } };
}

function withRefused(one: ContentOnDisk, older: ContentOnDisk): ContentOnDisk {
  const { parts, refusedSince } = one.kept;
  const known = new Set(parts.map(([key]) => key));
  const slugs = new Set(parts.flatMap(([key, value]) => (isPageKey(key) ? [(value as Page).slug] : [])));
  const missing = older.kept.parts.filter(([key, value]) => {
    if (known.has(key) || (isPageKey(key) && slugs.has((value as Page).slug))) return false;
    return Object.keys(refusedSince).some((refused) => isPartOf(key, refused));
  });
  if (missing.length === 0) return one;
  const liveSince = { ...older.kept.liveSince, ...one.kept.liveSince };
  const kept = { ...one.kept, parts: [...parts, ...missing], liveSince };
  const checked = checkContent(siteContent, composeContent(kept), 'copy');
  return checked.ok ? { ...one, kept, content: checked.value } : one;
}

/** The file of the server's copy. */
export const contentCopyFile = (dataDir: string) => join(dataDir, 'content', 'copy.json');

/**
 * The file of the content that a build's pages show: used if a server starts without a copy while the source does not
 * answer.
 */
export const builtCopyFile = (distDir: string) => join(distDir, 'content.json');

/**
 * `source` names the content's source, so that a copy of another kind of source is not used. The copy in the data
 * folder is readable only by this user; a build's copy may be served by another user.
 */
export function createContentCopy(file: string, source: string, isPrivate = false): ContentCopy {
  return {
    async load() {
      const copy = parsed(await readFile(file, 'utf8').catch(() => ''));
      if (!copy || kindOf(copy.source) !== kindOf(source)) return null;
      const checked = checkContent(siteContent, composeContent(copy.kept), 'copy');
      if (!checked.ok) return null;
      const elsewhere = addressIn(copy.source) === addressIn(source) ? null : copy.source;
      return { file, kept: copy.kept, content: checked.value, from: (await stat(file)).mtime, elsewhere };
    },
    async save(kept, from) {
      await mkdir(dirname(file), { recursive: true, ...(isPrivate && { mode: 0o700 }) });
      // Written to a new file first, so that a crash never leaves half a copy.
      await writeFile(`${file}.new`, JSON.stringify({ source, ...kept }), isPrivate ? { mode: 0o600 } : {});
      if (from) await utimes(`${file}.new`, from, from);
      await rename(`${file}.new`, file);
    },
  };
}

/** `cockpit v1 at https://cms.example.com` is a `cockpit v1`. */
const kindOf = (source: string) => source.split(' at ')[0];
/** The same CMS may be reached by http and https. */
const addressIn = (source: string) => source.replace(/ at https?:\/\//, ' at ').replace(/\/+$/, '');

const copyOfParts = z.object({
  source: z.string(),
  parts: z.array(z.tuple([z.string(), z.unknown()])),
  refusedSince: z.record(z.string(), z.number()),
  liveSince: z.optional(z.record(z.string(), z.number())),
  waiting: z._default(z.array(z.tuple([z.string(), z.unknown()])), []),
  moved: z._default(z.record(z.string(), z.string()), {}),
});
/** The copy of a release that knew no parts. */
const copyOfContent = z.object({ source: z.string(), content: siteContent });

function parsed(text: string): { source: string; kept: KeptContent } | null {
  const value = jsonIn(text);
  const copy = copyOfParts.safeParse(value);
  if (copy.success) {
    const { source, ...kept } = copy.data;
    return { source, kept: { ...kept, waiting: kept.waiting.filter(isGood) } };
  }
  const older = copyOfContent.safeParse(value);
  if (!older.success) return null;
  const kept = { parts: partsOfContent(older.data.content), refusedSince: {}, isBySlug: true };
  return { source: older.data.source, kept };
}

/** Whether a part that is not published yet is as the model wants it. */
function isGood([key, value]: KeptPart): boolean {
  if (isPageKey(key)) return page.safeParse(value).success;
  if (key.startsWith('redirects/')) return redirect.safeParse(value).success;
  if (key.startsWith('calendar/')) return calendarEvent.safeParse(value).success;
  return /^settings\/[a-z]{2}\/popups\//.test(key) && popup.safeParse(value).success;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
