import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marked } from 'marked';
import { parse } from 'yaml';
import { locales } from '../../brand.ts';
import { checkContent } from '../check-content.ts';
import { cleanHtml } from '../clean-html.ts';
import type { ContentSource } from '../content-source.ts';
import { ContentInvalid, ContentUnavailable } from '../content-source.ts';
import type { Page, SiteContent } from '../model/site-content.ts';
import { siteContent } from '../model/site-content.ts';

/** The files of a folder, `src/content`: see its README.md. Wherever the model has `html`, a file may have `markdown`. */
export function createLocalSource(folder: string): ContentSource {
  return {
    name: 'local',
    async load() {
      const drafts = await readPages(folder);
      const pages = drafts.filter(({ isPublished }) => isPublished).map(({ page }) => page);
      const calendar = (await readYaml(join(folder, 'calendar.yaml'))) ?? [];
      return check({ pages, settings: await readSettings(folder), calendar });
    },
    async loadDraft(slug) {
      const found = (await readPages(folder)).find(({ page }) => page['slug'] === slug);
      if (!found) return null;
      const { pages } = check({ pages: [found.page], settings: await readSettings(folder), calendar: [] });
      return pages[0] ?? null;
    },
    loadPicture: (src) =>
      /^images\/[\w./-]+$/.test(src) && !src.includes('..')
        ? readFile(join(folder, src)).catch(() => null)
        : Promise.resolve(null),
  };
}

type Fields = Record<string, unknown>;

function check(content: unknown): SiteContent {
  const checked = checkContent(siteContent, content, 'content');
  if (!checked.ok) throw new ContentInvalid(checked.faults);
  return checked.value;
}

async function readPages(folder: string): Promise<{ page: Fields; isPublished: boolean }[]> {
  const entries = await readdir(join(folder, 'pages'), { withFileTypes: true }).catch((fault: unknown) => {
    throw new ContentUnavailable(`${folder} cannot be read`, { cause: fault });
  });
  const slugs = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(slugs.sort().map((slug) => readPage(join(folder, 'pages', slug), slug)));
}

async function readPage(folder: string, slug: string): Promise<{ page: Fields; isPublished: boolean }> {
  const { isPublished = true, ...facts } = ((await readYaml(join(folder, 'page.yaml'))) ?? {}) as Fields;
  const page = { slug, slugs: {}, isHidden: false, ...facts, texts: await readTexts(folder) } satisfies Fields;
  return { page: page satisfies Partial<Record<keyof Page, unknown>>, isPublished: isPublished === true };
}

async function readSettings(folder: string): Promise<Fields> {
  const facts = ((await readYaml(join(folder, 'settings', 'settings.yaml'))) ?? {}) as Fields;
  return { profiles: [], ...facts, texts: await readTexts(join(folder, 'settings')) };
}

async function readTexts(folder: string): Promise<Fields> {
  const texts = await Promise.all(
    locales.map(async (locale) => [locale, await readYaml(join(folder, `${locale}.yaml`))] as const),
  );
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}

async function readYaml(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((fault: unknown) => {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return undefined;
    throw new ContentUnavailable(`${file} cannot be read`, { cause: fault });
  });
  if (text === undefined) return undefined;
  try {
    return cleaned(parse(text));
  } catch (fault) {
    const found = fault instanceof Error ? (fault.message.split('\n')[0] ?? '') : String(fault);
    throw new ContentInvalid([{ path: file, expected: 'YAML', found }]);
  }
}

/** Every `markdown` becomes `html`, and every `html` clean. */
function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => {
      if (key === 'markdown' && typeof inner === 'string')
        return ['html', cleanHtml(marked.parse(inner, { async: false }))];
      if (key === 'html' && typeof inner === 'string') return [key, cleanHtml(inner)];
      return [key, cleaned(inner)];
    }),
  );
}
