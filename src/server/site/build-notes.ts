import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IntegrationResolvedRoute } from 'astro';
import { brand } from '../../brand.ts';
import { readAddress, sectionPaths, statusPath } from '../../content/addresses.ts';

const notesFile = 'notes.json';

/** The file of a build that says what its pages asked while they were rendered. */
export const builtRecordsFile = 'records.json';

/** What a build notes for the server: its routes that are not content. Paths are those of the fallback language. */
export interface BuiltRoutes {
  /**
   * Application pages to publish like content: those without parameters, those with a fixed set of values, and one
   * stand-in for each of the rest.
   */
  appPaths: string[];
  /** Files without a language that are rendered from the content like pages, such as `/sitemap.xml`. */
  filePaths: string[];
  /** Patterns of all pages that can be rendered on demand. */
  patterns: string[];
}

/**
 * The trading screen of the default asset. It is published like any page, and static hosts serve it for every asset.
 */
export const defaultScreen = `/platform/${brand.defaultSymbol}`;

/** Static hosts serve this page for every `/autoLogin/<code>`. `link` cannot be a real code: it is too short. */
export const linkScreen = '/autoLogin/link';

/** Each of these pages is served for every sibling address; its script reads the last segment. */
export const sharedPages: readonly string[] = [defaultScreen, linkScreen];

/**
 * The catch-all route is left out, because it belongs to the content: the content's pages are published, and any other
 * address is unknown. So is the content status, which is for editors only.
 */
const isOurs = ({ origin, isPrerendered, pattern }: IntegrationResolvedRoute) =>
  origin === 'project' && !isPrerendered && !pattern.includes('...') && pattern !== statusPath;

export function builtRoutes(routes: readonly IntegrationResolvedRoute[]): BuiltRoutes {
  const ours = routes.filter((route) => isOurs(route) && route.type === 'page');
  const files = routes.filter((route) => isOurs(route) && route.type === 'endpoint');
  const pathsOf = (some: typeof ours) => some.filter(({ params }) => params.length === 0).map(({ pattern }) => pattern);
  return {
    appPaths: [...pathsOf(ours), ...sectionPaths, ...sharedPages],
    filePaths: pathsOf(files),
    patterns: ours.map(({ patternRegex }) => patternRegex.source),
  };
}

export async function writeNotes(distDir: string, notes: BuiltRoutes): Promise<void> {
  await writeFile(join(distDir, notesFile), `${JSON.stringify(notes)}\n`);
}

/** Empty if the build recorded nothing. */
export async function readNotes(distDir: string): Promise<BuiltRoutes> {
  const text = await readFile(join(distDir, notesFile), 'utf8').catch(() => null);
  return text === null ? { appPaths: [], filePaths: [], patterns: [] } : (JSON.parse(text) as BuiltRoutes);
}

/**
 * Returns a test for paths: true for an application page in any language, and for the home page, which may redirect
 * visitors.
 */
export function matchRoutes({ patterns }: BuiltRoutes): (path: string) => boolean {
  const expressions = patterns.map((source) => new RegExp(source));
  return (path) => {
    const { slug } = readAddress(path);
    return slug === '' || expressions.some((expression) => expression.test(`/${slug}`));
  };
}
