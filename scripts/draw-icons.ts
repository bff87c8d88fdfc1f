import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { brand, brandColours } from '../src/brand.ts';
import { findBrowserLaunch } from '../tests/support/product/find-chromium.ts';

/**
 * `npm run icons`: draws the brand's icons and the preview picture of shared links, from public/favicon.svg and
 * src/brand.ts.
 */

const { ground, accent } = brandColours.dark;
const mark = await readFile('public/favicon.svg', 'utf8');
/** The mark without its rounded background, for a background that fills the whole icon. */
const bareMark = mark.replace(/<rect[^>]*\/>/, '');
const font = await readFile('node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2', 'base64');

const page = (width: number, height: number, body: string) => `<!doctype html><style>
@font-face { font-family: Geist; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
* { margin: 0 } body { width: ${width}px; height: ${height}px; overflow: hidden; display: grid; place-items: center;
* font-family: Geist }
svg { display: block }</style>${body}`;

const icon = (size: number) => page(size, size, mark.replace('<svg', `<svg width="${size}" height="${size}"`));

/** The mark is drawn smaller, because launchers may crop this icon to a circle of 80 % of its width. */
const maskable = (size: number) =>
  page(
    size,
    size,
    `<style>body { background: ${ground} }</style>${bareMark.replace('<svg', `<svg width="${size * 0.72}" height="${size * 0.72}"`)}`,
  );

const share = page(
  1200,
  630,
  `<style>
    body { background: ${ground}; color: #eff2f5; place-items: center start; padding: 0 110px; width: 980px }
    p { font-size: 112px; font-weight: 560; letter-spacing: -0.04em; line-height: 1 }
    hr { width: 120px; height: 6px; margin: 44px 0 0; border: 0; background: ${accent} }
    svg { margin: 0 0 44px -14px }
  </style><div>${bareMark.replace('<svg', '<svg width="150" height="150"')}<p>${brand.name}</p><hr></div>`,
);

const pictures = [
  { file: 'public/icons/apple-touch-icon.png', width: 180, height: 180, html: maskable(180) },
  { file: 'public/icons/icon-192.png', width: 192, height: 192, html: icon(192) },
  { file: 'public/icons/icon-512.png', width: 512, height: 512, html: icon(512) },
  { file: 'public/icons/maskable-512.png', width: 512, height: 512, html: maskable(512) },
  { file: 'public/share.png', width: 1200, height: 630, html: share },
];

const browser = await chromium.launch(await findBrowserLaunch());
try {
  await mkdir('public/icons', { recursive: true });
  for (const { file, width, height, html } of pictures) {
    const view = await browser.newPage({ viewport: { width, height } });
    await view.setContent(html);
    await view.evaluate('document.fonts.ready');
    await writeFile(file, await view.screenshot({ omitBackground: true }));
    await view.close();
    process.stdout.write(`${file}\n`);
  }
} finally {
  await browser.close();
}
