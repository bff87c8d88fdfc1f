import type { Logger } from 'pino';
import type { Switches } from '../../brand.ts';
import { locales } from '../../brand.ts';
import { addressOf } from '../../content/addresses.ts';
import type { SiteFacts } from '../../content/site-facts.ts';
import { createAskableSite } from '../../content/site-questions.ts';
import { sitePaths } from '../../content/site-paths.ts';
import { createSequence } from '../throttle/one-at-a-time.ts';
import type { BuiltRoutes } from './build-notes.ts';
import type { PageRecord, SiteRecords } from './page-records.ts';
import { outdatedPaths, recordSite } from './page-records.ts';
import type { PageStore } from './page-store.ts';
import type { PageResult } from './render-pages.ts';
import { firstPageTimeoutMs, renderPages } from './render-pages.ts';
import type { RenderedPage } from './send-rendered.ts';
import { pageCaching } from './site-files.ts';
import type { SiteRenderer } from './site-renderer.ts';
import type { StoredPage } from './stored-page.ts';
import { hashOfPage } from './stored-page.ts';

export interface SitePublisher {
  /**
   * Renders the pages that these facts change: new ones, and those that asked something whose answer is another now. A
   * page that cannot be rendered keeps its last good version, and does not hold up the others. Publications run one at
   * a time, in the order of the calls. One that is aborted, or that fails as a whole, changes nothing.
   */
  publish: (facts: SiteFacts, signal?: AbortSignal) => Promise<Published>;
  /** Ends the compression in the background; resolves when nothing is written any more. Abort publications before. */
  stop: () => Promise<void>;
}

/** What a publication changed. The caller serves it from then on, all at once. */
export interface Published {
  /** How many pages were rendered. */
  rendered: number;
  /** The new pages by path. */
  changed: ReadonlyMap<string, StoredPage>;
  removed: readonly string[];
  /** The pages that could not be rendered. */
  faults: readonly { path: string; message: string }[];
}

export interface SitePublisherParts {
  renderer: SiteRenderer;
  store: PageStore;
  routes: Pick<BuiltRoutes, 'appPaths' | 'filePaths'>;
  switches: Switches;
  logger: Pick<Logger, 'error'>;
  /** Called when the files of a published page were replaced by better compressed ones. */
  onImproved: (page: StoredPage) => void;
  /**
   * The time limits of one page: until all pages have been rendered once, and after that. Default: 60 and 10 seconds.
   */
  pageTimeouts?: PageTimeouts | undefined;
}

export interface PageTimeouts {
  firstMs: number;
  laterMs: number;
}

/** The later limit is a hundred times what a page takes: a rendering that exceeds it will never end. */
const defaultPageTimeouts: PageTimeouts = { firstMs: firstPageTimeoutMs, laterMs: 10_000 };

/** So many pages are compressed and written while the next one is rendered; more would only take memory. */
const mostUnderWay = 4;

/** The pages of a publication that is under way; nobody sees them yet. */
interface Pending {
  /** The pages that visitors see. */
  before: ReadonlyMap<string, PageRecord>;
  /** The own slug of the page at a path; pages of the application have none. */
  owners: ReadonlyMap<string, string>;
  pages: Map<string, PageRecord>;
  changed: Map<string, StoredPage>;
  faults: Published['faults'][number][];
}

export function createSitePublisher(parts: SitePublisherParts): SitePublisher {
  const { store, routes, switches, pageTimeouts = defaultPageTimeouts } = parts;
  const inTurn = createSequence();
  let pages = new Map(store.records.pages);
  let { answers } = store.records;
  let pageTimeoutMs = pageTimeouts.firstMs;
  const improvement = createImprovement(parts, () => ({ pages, answers }));
  improvement.add(pages);

  async function publishNow(facts: SiteFacts, signal?: AbortSignal): Promise<Published> {
    const site = createAskableSite(facts, switches);
    const paths = [...sitePaths(facts.content, { switches, appPaths: routes.appPaths }), ...routes.filePaths];
    const outdated = outdatedPaths({ pages, answers }, paths, site.answerTo);
    const pending: Pending = {
      before: pages,
      owners: ownersOf(facts.content),
      pages: new Map(),
      changed: new Map(),
      faults: [],
    };
    try {
      const options = { paths: outdated, origin: facts.origin, signal, pageTimeoutMs };
      await renderPending(pending, parts, renderPages(parts.renderer, site, options));
      signal?.throwIfAborted();
      const next = new Map<string, PageRecord>();
      for (const path of paths) {
        const record = pending.pages.get(path) ?? pages.get(path);
        if (record) next.set(path, record);
      }
      const removed = [...pages].flatMap(([path, { page }]) => (page && !next.get(path)?.page ? [path] : []));
      const records = recordSite(next, site.answerTo);
      if (outdated.length > 0 || removed.length > 0) await store.keep(records);
      [pages, answers] = [next, records.answers];
      pageTimeoutMs = pageTimeouts.laterMs;
      improvement.add(pending.pages);
      return { rendered: outdated.length, changed: pending.changed, removed, faults: pending.faults };
    } catch (fault) {
      await Promise.all([...pending.changed.values()].map((page) => store.remove(page)));
      throw fault;
    }
  }

  return {
    stop: () => inTurn(() => improvement.pause()),
    publish: (facts, signal) =>
      inTurn(async () => {
        await improvement.pause();
        try {
          return await publishNow(facts, signal);
        } finally {
          improvement.resume(signal);
        }
      }),
  };
}

function ownersOf({ pages }: SiteFacts['content']): Map<string, string> {
  return new Map(pages.flatMap((page) => locales.map((locale) => [addressOf(page, locale), page.slug] as const)));
}

/** Stores pages as they are rendered; nobody sees them yet. Rejects if a page cannot be stored. */
async function renderPending(
  pending: Pending,
  { store }: Pick<SitePublisherParts, 'store'>,
  results: AsyncIterable<PageResult>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let failure: { fault: unknown } | undefined;
  try {
    for await (const result of results) {
      const storing: Promise<void> = storeResult(pending, store, result)
        .catch((fault: unknown) => void (failure ??= { fault }))
        .finally(() => underWay.delete(storing));
      underWay.add(storing);
      if (underWay.size >= mostUnderWay) await Promise.race(underWay);
      if (failure) break;
    }
  } finally {
    await Promise.all(underWay);
  }
  if (failure) throw failure.fault;
}

async function storeResult(pending: Pending, store: PageStore, result: PageResult): Promise<void> {
  const { path } = result;
  const [before, owner] = [pending.before.get(path), pending.owners.get(path)];
  if ('fault' in result) {
    pending.faults.push({ path, message: result.fault.message });
    // What another page showed at this path is no older version of this one.
    const { asked, page } = before?.owner === owner && before ? before : { asked: [], page: null };
    return void pending.pages.set(path, { owner, asked, page, isOutdated: true });
  }
  const page = result.page && (await storedPage(store, result.page, before?.page ?? null));
  if (page && page !== before?.page) pending.changed.set(path, page);
  pending.pages.set(path, { owner, asked: result.asked, page, isOutdated: false });
}

/** A page that looks as before keeps its files. */
async function storedPage(store: PageStore, rendered: RenderedPage, before: StoredPage | null): Promise<StoredPage> {
  const head = headOf(rendered);
  const isSame = before?.hash === hashOfPage(rendered.content) && isSameHead(before, head);
  return isSame ? before : store.write({ ...head, content: rendered.content });
}

/** Status and headers of a page as they are served. */
export function headOf({ status, headers }: RenderedPage): Head {
  const named = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return {
    status,
    headers: { 'cache-control': pageCaching, ...(Object.fromEntries(named) as Record<string, string>) },
  };
}

type Head = Pick<StoredPage, 'status' | 'headers'>;

function isSameHead(one: Head, other: Head): boolean {
  const sorted = ({ headers }: Head) => JSON.stringify(Object.entries(headers).sort());
  return one.status === other.status && sorted(one) === sorted(other);
}

/**
 * Recompresses published pages at the highest level, one at a time and not during a publication. This takes thirty
 * times as long as rendering, so no publication waits for it.
 */
function createImprovement(
  { store, logger, onImproved }: SitePublisherParts,
  current: () => { pages: Map<string, PageRecord>; answers: SiteRecords['answers'] },
) {
  const waiting = new Set<string>();
  let stopping: AbortSignal | undefined;
  let isPaused = true;
  let running: Promise<void> | undefined;

  async function improve(path: string): Promise<void> {
    const { pages } = current();
    const record = pages.get(path);
    if (!record?.page?.isQuick) return;
    const page = await store.improve(record.page);
    pages.set(path, { ...record, page });
    onImproved(page);
  }

  async function run(): Promise<void> {
    const onFault = (path: string) => (fault: unknown) =>
      logger.error({ err: fault, path }, 'a page could not be compressed further; it keeps its quick compression');
    for (const path of waiting) {
      if (isPaused || stopping?.aborted) break;
      waiting.delete(path);
      await improve(path).catch(onFault(path));
    }
    await store
      .keep(current())
      .catch((fault: unknown) => logger.error({ err: fault }, 'the records of the pages could not be written'));
    running = undefined;
  }

  return {
    add(pages: ReadonlyMap<string, PageRecord>) {
      for (const [path, { page }] of pages) if (page?.isQuick) waiting.add(path);
    },
    /** Resolves when nothing is being compressed or written. */
    async pause() {
      isPaused = true;
      await running;
    },
    /** Goes on, until the signal is aborted. */
    resume(signal?: AbortSignal) {
      [isPaused, stopping] = [false, signal];
      if (waiting.size > 0 && !stopping?.aborted) running = run();
    },
  };
}
