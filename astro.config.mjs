import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import node from '@astrojs/node';
import react from '@astrojs/react';
import astroI18next from 'astro-i18next';
import { defineConfig, fontProviders } from 'astro/config';
import {
  defaultLocale,
  defaultSiteUrl,
  locales,
  readEmbeds,
  readMapTiles,
  readSwitches,
  tileOrigin,
} from './src/brand.ts';
import { earlySubmitScript } from './src/components/shell/early-submit.ts';
import { iframeOrigins } from './src/components/embed-address.ts';
import {
  affiliateGateScript,
  brandStyle,
  signInGateScript,
  firstPaintScript,
} from './src/components/shell/first-paint.ts';
import { devServer } from './src/server/dev-integration.ts';
import { chunks } from './src/server/site/chunks.ts';
import { finishBuild } from './src/server/site/finish-build.ts';
import { apiUrlOfEnvironment, serverFactsOfEnvironment } from './src/server/site/site-config.ts';

/** @param {string} text */
const sha256 = (text) => /** @type {const} */ (`sha256-${createHash('sha256').update(text).digest('base64')}`);

// Development has no policy: Vite injects scripts and styles whose hashes are not known beforehand.
const isBuild = process.argv.includes('build');

// Vitest loads this file for its own server, which must not open the database.
const isTest = process.env.VITEST !== undefined;
const switches = readSwitches(process.env);
const mapTiles = readMapTiles(process.env);
const embeds = readEmbeds(process.env);
const apiUrl = apiUrlOfEnvironment(process.env);
const iframes = iframeOrigins(embeds);

const contentSecurityPolicy = {
  directives: [
    "default-src 'self'",
    // 'self' also allows sockets to the page's own origin.
    `connect-src 'self'${apiUrl && ` ${apiUrl} ${apiUrl.replace('http', 'ws')}`}`,
    `img-src 'self' data:${mapTiles ? ` ${tileOrigin(mapTiles)}` : ''}`,
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    `form-action 'self'${apiUrl && ` ${apiUrl}`}`,
    .../** @type {const} */ (iframes.length > 0 ? [`frame-src ${iframes.join(' ')}`] : []),
  ],
  scriptDirective: {
    hashes: [firstPaintScript, signInGateScript, affiliateGateScript, earlySubmitScript].map(sha256),
  },
  styleDirective: { hashes: [sha256(brandStyle)] },
};

const geistFile = (/** @type {string} */ subset) =>
  `@fontsource-variable/geist/files/geist-${subset}-wght-normal.woff2`;

/** Scoped class names: the class's own name and a short hash of its file, shorter than a hash per class. */
const classNames = {
  generateScopedName: (/** @type {string} */ name, /** @type {string} */ file) =>
    `${name}_${createHash('sha256')
      .update(relative(import.meta.dirname, file))
      .digest('base64url')
      .slice(0, 3)}`,
};

/** For plugins that only affect the browser build, not development or the server. */
const inBrowserBuild = {
  enforce: /** @type {const} */ ('pre'),
  apply: /** @type {const} */ ('build'),
  applyToEnvironment: (/** @type {{ name: string }} */ { name }) => name === 'client',
};

/**
 * Replaces files of packages in the browser build. Fails the build if a package no longer has one of the files: a newer
 * version has moved it, and the replacement must be adapted or removed.
 * @param {string} name
 * @param {Record<string, string>} files the ends of paths, and the replacement code
 */
function replaceFiles(name, files) {
  const missing = new Set(Object.keys(files));
  return {
    ...inBrowserBuild,
    name,
    /** @type {(id: string) => string | undefined} */
    load(id) {
      const path = Object.keys(files).find((end) => id.endsWith(`/${end}`));
      if (path === undefined) return undefined;
      missing.delete(path);
      return files[path];
    },
    /** @type {(fault?: Error) => void} */
    buildEnd(fault) {
      if (!fault && missing.size > 0)
        throw new Error(`${name} replaces files that do not exist: ${[...missing].join(', ')}`);
    },
  };
}

/**
 * A smaller version of Vite's preload helper, which neither preloads scripts nor lists them. Saves 1 kB on every
 * visitor's page.
 */
const lightPreloads = {
  ...replaceFiles('light-preloads', {
    'preload-helper.js': `export const __vitePreload = async (load, files = []) => {
      await Promise.all(files.map((file) => new Promise((done) => {
        const link = document.createElement('link');
        document.head.append(Object.assign(link, { rel: 'stylesheet', href: '/' + file, onload: done, onerror: done }));
      })));
      return load();
    };`,
  }),
  // Set in this hook, because Astro passes only some of our options on to the client build.
  configEnvironment: (/** @type {string} */ name) =>
    name === 'client' ? { build: { modulePreload: /** @type {const} */ (false) } } : undefined,
};

/** Our sockets carry only text, so WebTransport and binary support are removed. */
const leanSockets = replaceFiles('lean-sockets', {
  'engine.io-client/build/esm/transports/webtransport.js': 'export const WT = undefined;',
  'engine.io-parser/build/esm/contrib/base64-arraybuffer.js': 'export const decode = () => new ArrayBuffer(0);',
  'socket.io-parser/build/esm/is-binary.js': 'export const isBinary = () => false; export const hasBinary = isBinary;',
  'socket.io-parser/build/esm/binary.js': `export const deconstructPacket = (packet) => ({ packet, buffers: [] });
    export const reconstructPacket = (packet) => packet;`,
});

let hasInlinedClasses = false;

/** Inlines class names and short constants where they are used, in place of one object per stylesheet: saves 1 kB. */
const inlineClasses = {
  ...inBrowserBuild,
  name: 'inline-classes',
  configEnvironment: (/** @type {string} */ name) =>
    name === 'client'
      ? {
          build: {
            rolldownOptions: { optimization: { inlineConst: { mode: /** @type {const} */ ('all'), pass: 2 } } },
          },
        }
      : undefined,
  /** @type {(code: string, id: string) => string | undefined} */
  transform(code, id) {
    if (!id.includes('/src/islands/') || !id.endsWith('.tsx')) return undefined;
    const inlined = code.replaceAll(/import (\w+) from (?='[^']+\.module\.css')/g, 'import * as $1 from ');
    hasInlinedClasses ||= inlined !== code;
    return inlined;
  },
  /** @type {(fault?: Error) => void} */
  buildEnd(fault) {
    if (!fault && !hasInlinedClasses) throw new Error('inline-classes found no style sheet imported by an island');
  },
};

/**
 * Lets chunks that load later import from the screen's entry chunk, instead of from a third chunk that both share.
 * Saves files and 1 kB.
 */
const openEntries = {
  ...inBrowserBuild,
  name: 'open-entries',
  configEnvironment: (/** @type {string} */ name) =>
    name === 'client'
      ? { build: { rolldownOptions: { preserveEntrySignatures: /** @type {const} */ ('allow-extension') } } }
      : undefined,
};

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware', staticHeaders: true }),
  integrations: [
    react(),
    astroI18next(),
    finishBuild({
      env: process.env,
      switches,
      mapTiles,
      embeds,
      apiUrl,
      origin: (process.env.SITE_URL ?? defaultSiteUrl).replace(/\/+$/, ''),
      recaptchaSiteKey: process.env.RECAPTCHA_SITE_KEY?.trim() || null,
      ...serverFactsOfEnvironment(process.env),
    }),
    ...(isTest ? [] : [devServer({ env: process.env })]),
  ],
  i18n: {
    defaultLocale,
    locales: [...locales],
    fallback: { de: 'en', it: 'en', es: 'en' },
    routing: { prefixDefaultLocale: false, fallbackType: 'rewrite' },
  },
  fonts: [
    {
      name: 'Geist',
      cssVariable: '--font',
      provider: fontProviders.local(),
      fallbacks: ['system-ui', 'sans-serif'],
      // Prevents a layout shift: a page that would have to wait for the font uses the system font.
      display: 'optional',
      options: {
        variants: [{ src: [geistFile('latin')], weight: '100 900', style: 'normal' }],
      },
    },
  ],
  build: { inlineStylesheets: 'always' },
  vite: {
    define: {
      __SWITCHES__: JSON.stringify(switches),
      __MAP_TILES__: JSON.stringify(mapTiles),
      __EMBEDS__: JSON.stringify(embeds),
      __API_URL__: JSON.stringify(apiUrl),
    },
    css: { modules: classNames },
    plugins: [lightPreloads, leanSockets, inlineClasses, openEntries],
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: chunks } } } } },
  },
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  ...(isBuild && { security: { csp: contentSecurityPolicy } }),
});
