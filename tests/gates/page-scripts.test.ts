import { expect, test } from 'vitest';
import { importsOf, inlineScripts, scriptsOfPage } from '../../scripts/page-scripts.ts';

test('the scripts of a page include its preloads and the scripts that hydrate its islands', () => {
  const html = `<link rel="modulepreload" href="/_astro/a.js"><script type="module" src="/_astro/b.js"></script>
    <astro-island component-url="/_astro/c.island.js" renderer-url="/_astro/d.js" props="{}"></astro-island>`;
  expect(scriptsOfPage(html)).toEqual(['/_astro/a.js', '/_astro/b.js', '/_astro/c.island.js', '/_astro/d.js']);
});

test('inline scripts count too', () => {
  expect(
    inlineScripts('<script>one()</script><script type="module" src="/x.js"></script><script defer>two()</script>'),
  ).toEqual(['one()', 'two()']);
});

test.each([
  ['import{a as b}from"./x.js";', '/_astro/x.js'],
  ["import'./x.js';", '/_astro/x.js'],
  ['export*from"./x.js"', '/_astro/x.js'],
  ['const m=()=>import("./x.js")', '/_astro/x.js'],
  ['const m=()=>import(`./x.js`)', '/_astro/x.js'],
  ['const __vite__mapDeps=(i,m=["_astro/x.js"])=>0', '/_astro/x.js'],
])('%s is followed', (code, target) => {
  expect(importsOf('/_astro/main.js', code)).toContain(target);
});
