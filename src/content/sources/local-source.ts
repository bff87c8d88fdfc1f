import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locales } from '../../brand.ts';
import { doubleAddresses } from '../addresses.ts';
import { describeFound } from '../check-content.ts';
import type { ContentSource, PulledPart } from '../content-source.ts';
import type { Page } from '../model/site-content.ts';
import type { ContentPart, LocalisedPart, PagePart } from './assemble-content.ts';
import {
  assembleDraft,
  pulledEvents,
  pulledPage,
  pulledRedirects,
  pulledSettings,
  redirectOf,
} from './assemble-content.ts';
import type { LocalFiles } from './local-files.ts';
import { createLocalFiles } from './local-files.ts';

/** The files of a folder, `src/content`: see its README.md. Where the model has `html`, files may use `markdown`. */
export function createLocalSource(folder: string): ContentSource {
  return {
    name: 'local',
    async load() {
      const slugs = await createLocalFiles(folder).pagesIn('pages');
      const [pages, settings, calendar, redirects] = await Promise.all([
        Promise.all(slugs.map((slug) => readPage(folder, slug))),
        readSettings(folder),
        readCalendar(folder),
        readRedirects(folder),
      ]);
      const published = pages.filter(({ isPublished }) => isPublished).map(({ part }) => part);
      return { parts: [...refuseShared(published), ...settings, ...calendar, ...redirects], warnings: [] };
    },
    async loadDraft(slug) {
      const slugs = await createLocalFiles(folder).pagesIn('pages');
      return slugs.includes(slug) ? assembleDraft(pulledPage((await readPage(folder, slug)).part)) : null;
    },
    async loadDrafts() {
      const slugs = await createLocalFiles(folder).pagesIn('pages');
      const pages = await Promise.all(slugs.map((slug) => readPage(folder, slug)));
      return pages.filter(({ isPublished }) => !isPublished).map(({ part }) => pulledPage(part));
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
  isPublished: boolean;
  part: PagePart;
}

async function readPage(root: string, slug: string): Promise<LocalPage> {
  const files = createLocalFiles(root);
  const folder = `pages/${slug}`;
  const head = await readHead(files, `${folder}/page.yaml`);
  const { isPublished = true, ...facts } = head.facts;
  if (typeof isPublished !== 'boolean')
    files.faults.push({ path: `${head.path} isPublished`, expected: 'boolean', found: JSON.stringify(isPublished) });
  const part = {
    ...{ key: folder, pagePath: folder, path: head.path, value: { slugs: {}, isHidden: false, ...facts, slug } },
    ...(await readTexts(files, folder, 'page.yaml')),
    faults: files.faults,
  };
  // Whether it is published is not known if that cannot be read. Then it is refused, and stays as it was.
  return { isPublished: isPublished !== false, part };
}

/** Refuses the second of two pages with one address. */
function refuseShared(parts: readonly PagePart[]): PulledPart[] {
  const pulled = parts.map((part) => ({ part, page: pulledPage(part) }));
  const named = pulled.flatMap(({ part, page }) => (page.ok ? [{ ...(page.value as Page), part }] : []));
  const doubles = Map.groupBy(doubleAddresses(named), ({ second }) => second.part);
  return pulled.map(({ part, page }): PulledPart => {
    const faults = doubles.get(part)?.map(({ locale, address, first }) => ({
      path: `${part.path} slugs.${locale}`,
      expected: 'an address of its own',
      found: `${address}, which is ${first.part.path}'s`,
    }));
    return faults ? { ok: false, key: page.key, path: page.path, faults } : page;
  });
}

async function readSettings(root: string): Promise<PulledPart[]> {
  const files = createLocalFiles(root);
  const { path, facts } = await readHead(files, 'settings/settings.yaml');
  const texts = await readTexts(files, 'settings', 'settings.yaml');
  return pulledSettings({ path, value: { profiles: [], ...facts }, ...texts, faults: files.faults });
}

const readCalendar = (root: string) => readList(root, 'calendar.yaml', (path, events) => pulledEvents(path, events));

/** Redirects are known by the addresses from which they lead. */
const readRedirects = (root: string) =>
  readList(root, 'redirects.yaml', (path, items) =>
    pulledRedirects(
      items.flatMap((item: unknown, index) => {
        const fields = typeof item === 'object' && item !== null ? item : { item };
        const { isPublished = true, from, to, ...others } = fields as Record<string, unknown>;
        const id = typeof from === 'string' ? from : `#${index}`;
        // Anything but yes or no is refused, as a field that redirects do not have.
        const wrong = typeof isPublished === 'boolean' ? {} : { isPublished };
        const value = { ...redirectOf(from, to), ...others, ...wrong };
        return isPublished === false ? [] : [{ id, path: `${path}[${index}]`, value }];
      }),
    ),
  );

/** Reads an optional file with a list, whose name is the beginning of its parts' keys. */
async function readList(
  root: string,
  file: string,
  read: (path: string, items: readonly unknown[]) => PulledPart[],
): Promise<PulledPart[]> {
  const files = createLocalFiles(root);
  const { path, value } = (await files.read(file)) ?? { path: file, value: [] };
  if (Array.isArray(value) && files.faults.length === 0) return read(path, value);
  const fault = { path, expected: 'array', found: describeFound(value) };
  const key = file.replace('.yaml', '');
  return [{ ok: false, key, path, faults: files.faults.length > 0 ? files.faults : [fault] }];
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
