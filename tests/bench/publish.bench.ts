import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { defaultSiteUrl, defaultSwitches, locales } from '../../src/brand.ts';
import { createAskableSite } from '../../src/content/site-questions.ts';
import { loadWhole } from '../../src/content/pull/merge-content.ts';
import { sitePaths } from '../../src/content/site-paths.ts';
import { createLocalSource } from '../../src/content/sources/local-source.ts';
import { fillPlaceholders } from '../../src/content/texts/fill-placeholders.ts';
import { sessionIdleMs } from '../../src/lib/contract/session.ts';
import { readNotes } from '../../src/server/site/build-notes.ts';
import { renderPages } from '../../src/server/site/render-pages.ts';
import { loadSiteRenderer } from '../../src/server/site/site-renderer.ts';
import type { Entry } from '../support/cockpit/fake-cockpit.ts';
import { pageEntry } from '../support/cockpit/filled-cockpit.ts';
import type { CmsProduct } from '../support/product/cms-product.ts';
import { startCmsProduct } from '../support/product/cms-product.ts';
import type { Measurement } from './measurement.ts';
import { amount } from './measurement.ts';
import type { VisitorsFigures, VisitorsOrder } from './peers/site-visitors.ts';

const sizes = amount({ full: { small: 10, middle: 200, large: 1_000 }, smoke: { small: 10, middle: 12, large: 14 } });
const edits = amount({ full: 10, smoke: 1 });
const quietMs = amount({ full: 5_000, smoke: 500 });
const settleMs = amount({ full: 4_000, smoke: 200 });
const pollEveryMs = 20;

/** From the webhook of a CMS until visitors see what was edited, for sites of three sizes, and what it costs them. */
export async function measure(): Promise<Measurement[]> {
  const rendering = await renderOnePage();
  const site = await startCmsProduct({ program: 'tests/bench/peers/collected-product.ts' });
  const visitors = fork(new URL('./peers/site-visitors.ts', import.meta.url), { execArgv: [] });
  try {
    // The embedded content has more pages.
    await resize(site, sizes.small);
    const empty = await memoryOf(site);
    const small = await editPages(site, sizes.small);
    const first = await resize(site, sizes.large);
    const large = await editPages(site, sizes.large);
    const footer = await editFooter(site, visitors);
    const full = await memoryOf(site);
    await resize(site, sizes.middle);
    const middle = await editPages(site, sizes.middle);
    await resize(site, sizes.small);
    const left = await memoryOf(site);
    const rows = { small, middle, large, first, footer, rendering };
    return [...timesOf(rows), ...visitorsOf(footer), ...memoryRows({ empty, full, left })];
  } finally {
    if (visitors.connected) visitors.send('leave');
    await site.stop();
  }
}

type Edits = Awaited<ReturnType<typeof editPages>>;
type Footer = Awaited<ReturnType<typeof editFooter>>;

interface Times {
  small: Edits;
  middle: Edits;
  large: Edits;
  first: number;
  footer: Footer;
  rendering: number;
}

const of = (pages: number) => `${pages.toLocaleString('en')} pages × ${locales.length}`;

function timesOf({ small, middle, large, first, footer, rendering }: Times): Measurement[] {
  const beside = { name: `of ${of(sizes.small)}`, value: small.median };
  const note = `from the webhook, ${edits} edits, 1 s of it waiting for further edits`;
  const all = { name: 'rendering as many pages, one after the other', value: rendering * sizes.large * locales.length };
  const edit = (pages: number) => `edit of a page to live, ${of(pages)}`;
  return [
    { figure: edit(sizes.small), value: small.median, unit: 's', note },
    { figure: edit(sizes.middle), value: middle.median, unit: 's', baseline: beside, note },
    { figure: edit(sizes.large), value: large.median, unit: 's', baseline: beside, note },
    { figure: `${edit(sizes.large)}, p95`, value: large.p95, unit: 's', baseline: beside, goal: { most: 3 } },
    { figure: `first publication of ${of(sizes.large)}`, value: first, unit: 's', baseline: all, goal: { most: 30 } },
    { figure: `edit of the footer to live, ${of(sizes.large)}`, value: footer.seconds, unit: 's', baseline: all },
  ];
}

function visitorsOf({ quiet, busy }: Footer): Measurement[] {
  const name = 'before it';
  return [
    {
      ...{ figure: 'reads during an edit of the footer, p99', value: busy.readP99Ms, unit: 'ms' },
      ...{ baseline: { name, value: quiet.readP99Ms }, goal: { most: 20 } },
      note: `${busy.reads} reads, the longest ${busy.longestReadMs.toFixed(0)} ms (${quiet.longestReadMs.toFixed(0)} ms)`,
    },
    {
      ...{ figure: 'delay of price frames during an edit of the footer, p99', value: busy.frameP99Ms, unit: 'ms' },
      ...{ baseline: { name, value: quiet.frameP99Ms }, goal: { most: 100 } },
      note: `${busy.frames} frames, the longest ${busy.longestFrameMs.toFixed(0)} ms (${quiet.longestFrameMs.toFixed(0)} ms)`,
    },
  ];
}

function memoryRows({ empty, full, left }: { empty: number; full: number; left: number }): Measurement[] {
  const baseline = { name: `of ${of(sizes.small)}`, value: empty };
  const rows: [string, number, Measurement['goal']][] = [
    [`memory of ${of(sizes.large)}`, full, { most: empty + 300 }],
    [`memory after their removal`, left, undefined],
  ];
  return rows.map(([figure, value, goal]) => ({ figure, value, unit: 'MB', baseline, ...(goal && { goal }) }));
}

/** Seconds to render one page, on average over the pages of the build. */
async function renderOnePage(): Promise<number> {
  const renderer = await loadSiteRenderer('dist');
  if (!renderer) throw new Error('The build left no renderer');
  const content = fillPlaceholders(await loadWhole(createLocalSource('src/content')), { sessionIdleMs });
  const settings = { recaptchaSiteKey: null, hasDemo: true, sessionIdleMs, assets: null };
  const facts = { content, origin: defaultSiteUrl, today: new Date(), ...settings };
  const { appPaths } = await readNotes('dist');
  const paths = sitePaths(content, { switches: defaultSwitches, appPaths });
  const render = async () => {
    const site = createAskableSite(facts, defaultSwitches);
    for await (const result of renderPages(renderer, site, { paths, origin: facts.origin }))
      if ('fault' in result) throw result.fault;
  };
  // The first run warms up.
  await render();
  return (await timed(render)) / paths.length;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return (performance.now() - startedAt) / 1000;
}

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const pagesOf = (site: CmsProduct): Entry[] => site.cms.state.collections['pages'] ?? [];
const article = (number: number) => `article-${number}`;

/** An article of some 600 words in each language, with links to two other articles. */
function makeArticle(model: Entry, number: number): Entry {
  const entry: Entry = { ...model, _id: `article${String(number).padStart(6, '0')}`, title_slug: article(number) };
  for (const locale of locales) {
    const ending = locale === 'en' ? '' : `_${locale}`;
    const links = [number + 1, number + 7].map((other) => `<a href="/${article(other % sizes.large)}">${other}</a>`);
    const text = `Article ${number} in ${locale}: what moved the markets, and what it means for a position. `;
    const paragraphs = Array.from({ length: 8 }, (_, index) => `<p>${index}. ${text.repeat(5)}</p>`);
    const html = `<h2>${text}</h2>${paragraphs.join('\n')}<p>${links.join(' ')}</p>`;
    const hero = { component: 'hero', settings: { title: `Article ${number}`, text, actions: [], figure: 'none' } };
    entry[`title${ending}`] = `Article ${number}`;
    entry[`seo_title${ending}`] = `Article ${number}`;
    entry[`components${ending}`] = [hero, { component: 'rich-text', settings: { html } }];
  }
  return entry;
}

/** Gives the CMS so many pages; returns the seconds until visitors see them. */
async function resize(site: CmsProduct, count: number): Promise<number> {
  const pages = pagesOf(site);
  const before = pages.length;
  const model = pageEntry(site.cms, 'about');
  if (count < before) pages.length = count;
  for (let number = before; number < count; number++) pages.push(makeArticle(model, number));
  const [path, status] = count < before ? [`/${article(before - 1)}`, 404] : [`/${article(count - 1)}`, 200];
  return live(site, async () => (await site.read(path)).status === status);
}

/** The seconds from the webhook until something holds. */
function live(site: CmsProduct, holds: () => Promise<boolean>): Promise<number> {
  return timed(async () => {
    await site.callWebhook();
    while (!(await holds())) await pass(pollEveryMs);
  });
}

async function editPages(site: CmsProduct, pages: number): Promise<{ median: number; p95: number }> {
  const seconds: number[] = [];
  const edited = pageEntry(site.cms, 'about');
  for (let edit = 1; edit <= edits; edit++) {
    const text = `Edit number ${edit} of ${pages}`;
    edited['seo_title'] = text;
    seconds.push(await live(site, async () => (await site.read('/about')).text.includes(text)));
  }
  seconds.sort((a, b) => a - b);
  const at = (share: number) => seconds[Math.min(edits - 1, Math.floor(edits * share))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95) };
}

/** Edits a text that is on all pages while visitors read other ones and listen to prices. */
async function editFooter(site: CmsProduct, visitors: ChildProcess) {
  const paths = Array.from({ length: sizes.large - sizes.small }, (_, index) => `/${article(sizes.small + index)}`);
  visitors.send({ url: site.product().url, paths } satisfies VisitorsOrder);
  const seen = async (run: () => Promise<unknown>): Promise<VisitorsFigures> => {
    visitors.send('begin');
    await run();
    visitors.send('end');
    return ((await once(visitors, 'message')) as [VisitorsFigures])[0];
  };
  await pass(quietMs / 2);
  const quiet = await seen(() => pass(quietMs));
  let seconds = Number.NaN;
  const busy = await seen(async () => {
    const settings = site.cms.state.singletons['Settings'] ?? {};
    settings['footer_copyright'] = 'An edited footer';
    seconds = await live(site, async () => (await site.read('/about')).text.includes('An edited footer'));
  });
  visitors.send('leave');
  return { seconds, quiet, busy };
}

/** The memory of the product in MB, once its garbage is collected. */
async function memoryOf(site: CmsProduct): Promise<number> {
  const { process: child } = site.product();
  await pass(settleMs);
  for (let round = 0; round < 2; round++) {
    child.kill('SIGUSR2');
    await pass(settleMs / 4);
  }
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
