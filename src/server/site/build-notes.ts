import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IntegrationResolvedRoute } from 'astro';
import { brand } from '../../brand.ts';
import { readAddress, sectionPaths } from '../../content/addresses.ts';

const notesFile = 'notes.json';

/** The routes of the built site that are not content. Paths are those of the fallback language. */
export interface BuiltRoutes {
  /**
   * Pages without parameters or with few values of them, and stand-ins for all others: they are published as content
   * is.
   */
  appPaths: string[];
  /** Files without a language that are made from the content as pages are: `/sitemap.xml`. */
  filePaths: string[];
  /** Patterns of all pages that can be rendered on demand. */
  patterns: string[];
}

/** What a build records for the server. */
export interface BuildNotes extends BuiltRoutes {
  /** Identifies what its pages were rendered from. */
  renderedFrom: string | null;
}

/**
 * The trading screen of the default asset: published like any page, and served by static hosts for every other asset.
 */
export const defaultScreen = `/platform/${brand.defaultSymbol}`;

/** Served by static hosts for the link of every automatic log-in. No real code is as short. */
export const linkScreen = '/autoLogin/link';

/** Pages that stand in for all addresses beside them: their scripts read the rest of the address. */
export const standIns: readonly string[] = [defaultScreen, linkScreen];

/** The catch-all route belongs to the content: its pages are published, and all its other addresses are unknown. */
const isOurs = ({ origin, isPrerendered, pattern }: IntegrationResolvedRoute) =>
  origin === 'project' && !isPrerendered && !pattern.includes('...');

export function builtRoutes(routes: readonly IntegrationResolvedRoute[]): BuiltRoutes {
  const ours = routes.filter((route) => isOurs(route) && route.type === 'page');
  const files = routes.filter((route) => isOurs(route) && route.type === 'endpoint');
  const pathsOf = (some: typeof ours) => some.filter(({ params }) => params.length === 0).map(({ pattern }) => pattern);
  return {
    appPaths: [...pathsOf(ours), ...sectionPaths, ...standIns],
    filePaths: pathsOf(files),
    patterns: ours.map(({ patternRegex }) => patternRegex.source),
  };
}

export async function writeNotes(distDir: string, notes: BuildNotes): Promise<void> {
  await writeFile(join(distDir, notesFile), `${JSON.stringify(notes)}\n`);
}

/** Empty if the build recorded nothing. */
export async function readNotes(distDir: string): Promise<BuildNotes> {
  const text = await readFile(join(distDir, notesFile), 'utf8').catch(() => null);
  return text === null
    ? { appPaths: [], filePaths: [], patterns: [], renderedFrom: null }
    : (JSON.parse(text) as BuildNotes);
}

/** Whether a path is a page of the application in any language, or the home page, which may redirect visitors. */
export function matchRoutes({ patterns }: BuiltRoutes): (path: string) => boolean {
  const expressions = patterns.map((source) => new RegExp(source));
  return (path) => {
    const { slug } = readAddress(path);
    return slug === '' || expressions.some((expression) => expression.test(`/${slug}`));
  };
}
