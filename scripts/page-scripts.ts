import { posix } from 'node:path';

/** The script addresses in a page's HTML: script elements, preloads, and the scripts that hydrate Astro's islands. */
export function scriptsOfPage(html: string): string[] {
  const found = html.matchAll(/(?:src|href|component-url|renderer-url|before-hydration-url)="(\/[^"]+\.js)"/g);
  return [...found].map(([, path = '']) => path);
}

/** The code of a page's inline scripts. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code);
}

/** The modules that a built module imports: statically, dynamically, or in the preload list of a dynamic import. */
export function importsOf(path: string, code: string): string[] {
  const imported = [...code.matchAll(/(?:from|import)\s*\(?\s*["'`](\.{0,2}\/[^"'`]+\.js)["'`]/g)];
  const preloaded = [...code.matchAll(/["'`](_astro\/[^"'`]+\.js)["'`]/g)];
  return [
    ...imported.map(([, target = '']) => posix.resolve(posix.dirname(path), target)),
    ...preloaded.map(([, target = '']) => `/${target}`),
  ];
}
