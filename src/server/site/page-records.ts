import type { StoredPage } from './stored-page.ts';

/** A published page: its file, and what it asked the site while it was rendered. */
export interface PageRecord {
  /** The own slug of the page of the content at this path; undefined for pages of the application. */
  owner?: string | undefined;
  asked: readonly string[];
  /** Null: the page is rendered on demand, or it could never be rendered. */
  page: StoredPage | null;
  /** The newest version could not be rendered, so this is an older one: it is rendered again whatever has changed. */
  isOutdated: boolean;
}

/** Every page of the site, and the answers from which the pages were rendered. */
export interface SiteRecords {
  pages: ReadonlyMap<string, PageRecord>;
  /** By question: the answer that all pages were given which asked it. */
  answers: ReadonlyMap<string, string>;
}

export const noRecords: SiteRecords = { pages: new Map(), answers: new Map() };

/**
 * The paths that have to be rendered: those of new pages, and of pages that asked something whose answer is another
 * now. Each question is answered once, however many pages asked it.
 */
export function outdatedPaths(
  { pages, answers }: SiteRecords,
  paths: Iterable<string>,
  answerTo: (question: string) => string,
): string[] {
  const changed = new Set<string>();
  for (const [question, answer] of answers) if (answerTo(question) !== answer) changed.add(question);
  return [...paths].filter((path) => {
    const record = pages.get(path);
    if (!record || record.isOutdated) return true;
    return record.asked.some((question) => changed.has(question) || !answers.has(question));
  });
}

/** The records of these pages, with the answers to everything that they asked. */
export function recordSite(
  pages: ReadonlyMap<string, PageRecord>,
  answerTo: (question: string) => string,
): SiteRecords {
  const answers = new Map<string, string>();
  for (const { asked } of pages.values())
    for (const question of asked) if (!answers.has(question)) answers.set(question, answerTo(question));
  return { pages, answers };
}

/** Records as they are stored: each question, and each value of a header, is written once. */
export interface PackedRecords {
  answers: [question: string, answer: string][];
  values: string[];
  pages: PackedPage[];
}

interface PackedPage {
  path: string;
  owner?: string;
  /** Indexes in `answers`. */
  asked: number[];
  isOutdated?: boolean;
  /** A header is its name and an index in `values`: policies are long, and the same on many pages. */
  page: (Omit<StoredPage, 'headers'> & { headers: [name: string, value: number][] }) | null;
}

export function packRecords({ pages, answers }: SiteRecords): PackedRecords {
  const questions = createIndexes();
  const values = createIndexes();
  for (const question of answers.keys()) questions.of(question);
  const packHeaders = (headers: StoredPage['headers']) =>
    Object.entries(headers).map(([name, value]): [string, number] => [name, values.of(value)]);
  const packed = [...pages].map(([path, { owner, asked, page, isOutdated }]) => ({
    ...{
      path,
      asked: asked.map(questions.of),
      ...(owner !== undefined && { owner }),
      ...(isOutdated && { isOutdated }),
    },
    page: page && { ...page, headers: packHeaders(page.headers) },
  }));
  return { answers: [...answers], values: values.all, pages: packed };
}

export function unpackRecords({ answers, values, pages }: PackedRecords): SiteRecords {
  const unpackHeaders = (headers: [string, number][]) =>
    Object.fromEntries(headers.map(([name, index]) => [name, values[index] ?? '']));
  const unpacked = pages.map(({ path, owner, asked, page, isOutdated = false }): [string, PageRecord] => [
    path,
    {
      owner,
      asked: asked.map((index) => answers[index]?.[0] ?? ''),
      page: page && { ...page, headers: unpackHeaders(page.headers) },
      isOutdated,
    },
  ]);
  return { answers: new Map(answers), pages: new Map(unpacked) };
}

/** Gives each text an index, in the order in which they are seen first. */
function createIndexes(): { of: (text: string) => number; all: string[] } {
  const indexes = new Map<string, number>();
  const all: string[] = [];
  return {
    all,
    of(text) {
      const known = indexes.get(text);
      if (known !== undefined) return known;
      indexes.set(text, all.length);
      return all.push(text) - 1;
    },
  };
}
