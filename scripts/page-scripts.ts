import { posix } from 'node:path';

/** Where a page's HTML loads scripts from: script elements, preloads, and what Astro's islands hydrate with. */
export function scriptsOfPage(html: string): string[] {
  const found = html.matchAll(/(?:src|href|component-url|renderer-url|before-hydration-url)="(\/[^"]+\.js)"/g);
  return [...found].map(([, path = '']) => path);
}

/** The scripts that stand in the page itself. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code);
}

/** What a built module imports: statically, dynamically, and in the list of what a dynamic import preloads. */
export function importsOf(path: string, code: string): string[] {
  const imported = [...code.matchAll(/(?:from|import)\s*\(?\s*["'`](\.{0,2}\/[^"'`]+\.js)["'`]/g)];
  const preloaded = [...code.matchAll(/["'`](_astro\/[^"'`]+\.js)["'`]/g)];
  return [
    ...imported.map(([, target = '']) => posix.resolve(posix.dirname(path), target)),
    ...preloaded.map(([, target = '']) => `/${target}`),
  ];
}
