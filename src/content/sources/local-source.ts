import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locales } from '../../brand.ts';
import type { ContentFault, ContentSource } from '../content-source.ts';
import type { ContentPart, ContentParts, LocalisedPart } from './assemble-content.ts';
import { assembleContent, assembleDraft } from './assemble-content.ts';
import type { LocalFiles } from './local-files.ts';
import { createLocalFiles } from './local-files.ts';

/** The files of a folder, `src/content`: see its README.md. Where the model has `html`, files may use `markdown`. */
export function createLocalSource(folder: string): ContentSource {
  return {
    name: 'local',
    async load() {
      const { parts, faults } = await readFiles(folder, ({ isPublished }) => isPublished);
      return assembleContent(parts, faults);
    },
    async loadDraft(slug) {
      const { parts, faults } = await readFiles(folder, (page) => page.slug === slug);
      return assembleDraft(parts, faults);
    },
    loadPicture: (src) =>
      /^images\/[\w./-]+$/.test(src) && !src.includes('..')
        ? readFile(join(folder, src)).then(
            (bytes) => ({ bytes }),
            () => null,
          )
        : Promise.resolve(null),
  };
}

interface LocalPage {
  slug: string;
  isPublished: boolean;
  part: LocalisedPart;
}

interface ReadFiles {
  parts: ContentParts;
  faults: readonly ContentFault[];
}

async function readFiles(folder: string, isWanted: (page: LocalPage) => boolean): Promise<ReadFiles> {
  const files = createLocalFiles(folder);
  const slugs = await files.foldersIn('pages');
  const [pages, settings, calendar] = await Promise.all([
    Promise.all(slugs.map((slug) => readPage(files, slug))),
    readSettings(files),
    files.read('calendar.yaml'),
  ]);
  const parts = {
    pages: pages.filter(isWanted).map(({ part }) => part),
    settings,
    calendar: calendar ?? { path: 'calendar.yaml', value: [] },
  };
  return { parts, faults: files.faults };
}

async function readPage(files: LocalFiles, slug: string): Promise<LocalPage> {
  const folder = `pages/${slug}`;
  const head = await readHead(files, `${folder}/page.yaml`);
  const { isPublished = true, ...facts } = head.facts;
  if (typeof isPublished !== 'boolean')
    files.faults.push({ path: `${head.path} isPublished`, expected: 'boolean', found: JSON.stringify(isPublished) });
  const part = {
    path: head.path,
    value: { slugs: {}, isHidden: false, ...facts, slug },
    ...(await readTexts(files, folder, 'page.yaml')),
  };
  return { slug, isPublished: isPublished === true, part };
}

async function readSettings(files: LocalFiles): Promise<LocalisedPart> {
  const { path, facts } = await readHead(files, 'settings/settings.yaml');
  return { path, value: { profiles: [], ...facts }, ...(await readTexts(files, 'settings', 'settings.yaml')) };
}

/** Reads an optional file of facts that are the same in all languages. */
async function readHead(files: LocalFiles, file: string): Promise<{ path: string; facts: Record<string, unknown> }> {
  const value = (await files.read(file))?.value ?? {};
  if (typeof value === 'object' && !Array.isArray(value))
    return { path: file, facts: value as Record<string, unknown> };
  files.faults.push({ path: file, expected: 'fields', found: JSON.stringify(value) });
  return { path: file, facts: {} };
}

async function readTexts(
  files: LocalFiles,
  folder: string,
  head: string,
): Promise<Pick<LocalisedPart, 'texts' | 'textPath'>> {
  const names = locales.map((locale) => `${locale}.yaml`);
  await files.refuseOthers(folder, [...names, head]);
  const read = await Promise.all(names.map((name) => files.read(`${folder}/${name}`)));
  const present = locales.flatMap((locale, index): [string, ContentPart][] => {
    const text = read[index];
    return text ? [[locale, text]] : [];
  });
  return { texts: Object.fromEntries(present), textPath: `${folder}/${names[0] ?? ''}` };
}
