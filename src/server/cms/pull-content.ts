import { posix } from 'node:path';
import { stringify } from 'yaml';
import type { ContentFault, ContentSource, PulledPart } from '../../content/content-source.ts';
import { ContentUnavailable } from '../../content/content-source.ts';
import type { Page, SiteContent } from '../../content/model/site-content.ts';
import type { KeptContent } from '../../content/pull/kept-content.ts';
import { composeRest, isPageKey, isRedirectKey } from '../../content/pull/kept-content.ts';
import type { MergedContent } from '../../content/pull/merge-content.ts';
import { mergeContent } from '../../content/pull/merge-content.ts';
import { createLocalSource } from '../../content/sources/local-source.ts';
import { canonicalText } from '../../content/texts/canonical-text.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import { lineOfFault } from './check-source.ts';
import { filesOfContent, isContentFile } from './content-as-files.ts';
import type { OwnedFiles } from './owned-files.ts';
import { openOwnedFiles } from './owned-files.ts';
import { namedPictures } from './push-content.ts';
import type { Pictured } from './pulled-pictures.ts';
import { withFiles } from './pulled-pictures.ts';

export interface PullParts {
  source: Pick<ContentSource, 'name' | 'load' | 'loadDrafts' | 'loadPicture'>;
  /** The folder of content that is written: see src/content/README.md. */
  folder: string;
  /** Whether pages that are not published are written too. */
  withDrafts: boolean;
}

/**
 * Writes what a CMS holds into a folder of content, with its pictures. A file that says the same already is left as it
 * is, with its comments and Markdown, so a second pull changes nothing. A part that is refused keeps its file. Refuses,
 * before it writes anything, to replace a file that would be lost: see owned-files.ts. Rejects with ContentUnavailable
 * if the CMS does not answer.
 */
export async function pullContent({ source, folder, withDrafts }: PullParts): Promise<CommandOutcome> {
  if (withDrafts && !source.loadDrafts)
    return { ok: false, text: `Nothing was written: ${source.name} does not give out drafts.` };
  const local = await readFolder(folder);
  const read = await readSource(source, local, withDrafts);
  if (!read.ok) return { ok: false, text: `Nothing was written.\n${read.faults.map(lineOfFault).join('\n')}` };
  const files = await openOwnedFiles(folder, isContentFile);
  const pictured = await withFiles(read, source.loadPicture, files);
  const changes = changesOf(pictured, { local, files, refused: read.refused, withDrafts });
  const unsafe = await files.unsafe([...changes.write.keys(), ...changes.remove]);
  if (unsafe.length > 0) {
    const why = 'These files are not committed, and no pull wrote them as they are. Commit or move them first';
    return { ok: false, text: `Nothing was written. ${why}:\n${unsafe.map((path) => `  ${path}`).join('\n')}` };
  }
  await files.apply(changes);
  const { write, remove } = changes;
  const refused = read.refused.flatMap(({ path, faults }) => [`${path}: not written`, ...faults.map(lineOfFault)]);
  const warned = [...read.warnings, ...pictured.warnings].map(({ path, text }) => `${path}: warning\n  ${text}`);
  const done = `Written to ${folder}: ${write.size} files, ${remove.length} removed.`;
  return { ok: read.refused.length === 0, isResult: true, text: [...refused, ...warned, done].join('\n') };
}

/** What a folder says now. */
interface LocalContent {
  content: SiteContent;
  drafts: readonly Page[];
  kept: KeptContent;
  /** The paths of parts that cannot be read. */
  faulty: readonly string[];
}

async function readFolder(folder: string): Promise<LocalContent> {
  const source = createLocalSource(folder);
  const [parts, drafts] = await Promise.all([
    source.load().then((pulled) => pulled.parts, noParts),
    (source.loadDrafts?.() ?? Promise.resolve([])).catch(noParts),
  ]);
  const good = parts.flatMap((part) => (part.ok ? [[part.key, part.value] as const] : []));
  const { settings, calendar } = composeRest(good);
  return {
    content: {
      pages: pagesIn(parts),
      settings: settings as SiteContent['settings'],
      calendar,
      redirects: redirectsIn(good),
    },
    drafts: pagesIn(drafts),
    kept: { parts: good, refusedSince: {}, isBySlug: true },
    faulty: [...parts, ...drafts].flatMap(({ ok, path }) => (ok ? [] : [path.split(' ')[0] ?? path])),
  };
}

/** A folder that is not there yet has nothing. */
function noParts(fault: unknown): PulledPart[] {
  if (fault instanceof ContentUnavailable) return [];
  throw fault;
}

const pagesIn = (parts: readonly PulledPart[]) =>
  parts.flatMap((part) => (part.ok && isPageKey(part.key) ? [part.value as Page] : []));

/** What editors lead elsewhere, without the old addresses that a merge adds. */
const redirectsIn = (parts: KeptContent['parts']) =>
  parts.flatMap(([key, value]) => (isRedirectKey(key) ? [value as SiteContent['redirects'][number]] : []));

interface ReadSource extends Pick<MergedContent, 'content' | 'refused' | 'warnings'> {
  drafts: Page[];
}

/** Drafts may link to each other and to published pages. These are written as visitors see them. */
async function readSource(
  source: PullParts['source'],
  local: LocalContent,
  withDrafts: boolean,
): Promise<({ ok: true } & ReadSource) | { ok: false; faults: readonly ContentFault[] }> {
  const pulled = await source.load();
  const merged = mergeContent(pulled, local.kept, null);
  if (!merged.ok) return merged;
  const drafts = withDrafts ? ((await source.loadDrafts?.()) ?? []) : [];
  const all = mergeContent({ parts: [...pulled.parts, ...drafts], warnings: [] }, merged.kept, null);
  if (!all.ok) return all;
  const keys = new Set(drafts.map(({ key }) => key));
  const slugs = new Set(all.kept.parts.flatMap(([key, page]) => (keys.has(key) ? [(page as Page).slug] : [])));
  return {
    ok: true,
    content: { ...merged.content, redirects: redirectsIn(merged.kept.parts) },
    drafts: all.content.pages.filter(({ slug }) => slugs.has(slug)),
    refused: [...merged.refused, ...all.refused.filter(({ key }) => keys.has(key))],
    warnings: withDrafts ? all.warnings : merged.warnings,
  };
}

interface FolderFacts {
  local: LocalContent;
  files: OwnedFiles;
  refused: readonly { key: string; path: string }[];
  withDrafts: boolean;
}

/** What has to change in the folder. */
function changesOf(
  { content, drafts, pictures }: Pictured,
  { local, files, refused, withDrafts }: FolderFacts,
): { write: Map<string, string | Uint8Array>; remove: string[] } {
  const [before, after] = [filesOfContent(local.content, local.drafts), filesOfContent(content, drafts)];
  const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
  const isSame = (path: string, value: unknown) =>
    files.hashes.has(path) &&
    !local.faulty.some((faulty) => isIn(path, faulty)) &&
    canonicalText(before.get(path)) === canonicalText(value);
  const refusedPages = refused.map(({ path }) => path).filter((path) => path.startsWith('pages/'));
  // What is refused of a list is not in it, so the file stays. Two pages with one slug are one folder, which stays too.
  const isLeft = (path: string) =>
    refused.some(({ key }) => `${key.split('/')[0] ?? ''}.yaml` === path) || refusedPages.includes(posix.dirname(path));
  // An empty list needs no file.
  const isNeeded = (path: string, value: unknown) =>
    files.hashes.has(path) || !Array.isArray(value) || value.length > 0;
  const write = new Map<string, string | Uint8Array>(pictures);
  for (const [path, value] of after)
    if (isNeeded(path, value) && !isLeft(path) && !isSame(path, value)) write.set(path, textOf(value));
  const drafted = new Set(withDrafts ? [] : local.drafts.map(({ slug }) => `pages/${slug}`));
  // A refused page may be one that had another slug, so no page is removed until it is mended.
  const staysOut = (path: string) =>
    refusedPages.length > 0 ? path.startsWith('pages/') : drafted.has(posix.dirname(path));
  const shown = new Set(namedPictures([content, drafts]));
  const remove = [...files.hashes.keys()].filter((path) => {
    if (after.has(path) || isLeft(path)) return false;
    // A picture may be used elsewhere, unless a pull brought it.
    if (path.startsWith('images/'))
      return files.isOwn(path) && !shown.has(path) && drafted.size === 0 && refused.length === 0;
    return !staysOut(path) || [...after.keys()].some((other) => isBeside(path, other));
  });
  return { write, remove };
}

const isBeside = (path: string, other: string) => posix.dirname(path) === posix.dirname(other);

const textOf = (value: unknown) => stringify(value, { lineWidth: 0, singleQuote: true });
