import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ContentStats } from '../content/content-status.ts';
import { pullOutcomes } from '../content/content-status.ts';
import type { Database } from '../db/database.ts';
import { databaseFaultKinds } from '../db/database-faults.ts';
import type { BreachStats } from '../passwords/breached-passwords.ts';
import type { Market } from '../market/market.ts';
import type { Runtime } from '../runtime.ts';
import type { OrderDesk } from '../trading/order-desk.ts';
import type { TriggerEngine } from '../triggers/trigger-engine.ts';
import type { QueueLoaders } from './queue-metrics.ts';
import { keptFor, watchQueues } from './queue-metrics.ts';
import { loadOperatorQueues, loadServerQueues } from './queues-rows.ts';
import { countStale } from './stale-assets.ts';

/**
 * The sources of the metrics, read when metrics are requested. The parts keep these counts anyway, so counting costs
 * nothing.
 */
export interface MetricSources {
  /** Queried for the lengths of its queues. */
  database: Pick<Database, 'query' | 'availability'>;
  market: Pick<Market, 'assets' | 'quotes' | 'feed'>;
  runtime: Pick<Runtime, 'now' | 'elapsedMs'>;
  orders: OrderDesk['stats'];
  triggers: TriggerEngine['stats'];
  prices: { readonly readers: number; readonly frames: number; readonly skipped: number };
  customers: { readonly sockets: number };
  pages: { readonly answered: number };
  content: ContentStats;
  breaches: BreachStats;
}

export interface Metrics {
  /** Records an answered call; `route` is its pattern. */
  noteCall: (call: { method: string; route: string; status: number; seconds: number }) => void;
  /** Prometheus's text format. */
  read: () => Promise<string>;
  contentType: string;
}

export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  watchTotals(registry, sources);
  watchSockets(registry, sources);
  watchTriggers(registry, sources);
  watchContent(registry, sources);
  watchPrices(registry, sources);
  watchDatabase(registry, sources);
  const askQueues = watchQueues(registry, createQueueLoaders(sources));
  const calls = new Histogram({
    name: 'http_call_duration_seconds',
    help: 'Time to answer a call of the API, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers: [registry],
  });
  return {
    noteCall: ({ route, method, status, seconds }) => calls.observe({ route, method, status }, seconds),
    async read() {
      await askQueues();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** However often metrics are read, the operators' queues are queried at most once a minute. */
const operatorQueuesKeptMs = 60_000;

function createQueueLoaders({ database, runtime }: Pick<MetricSources, 'database' | 'runtime'>): QueueLoaders {
  const now = () => new Date(runtime.now());
  return {
    ofServer: () => loadServerQueues(database, now()),
    ofOperators: keptFor(operatorQueuesKeptMs, runtime, () => loadOperatorQueues(database, now())),
  };
}

function watchTotals(registry: Registry, { market, orders, triggers, prices, pages, breaches }: MetricSources): void {
  const { quotes } = market;
  const total = (name: string, help: string, read: () => number) =>
    watch(registry, { name, help, labelNames: [] }, () => [{ labels: {}, value: read() }]);
  total('quotes_accepted_total', 'Quotes that the quote book took.', () => quotes.accepted);
  total('order_runs_total', 'Database transactions of the order desk.', () => orders.runs);
  total('triggers_fired_total', 'Positions that a quote reached a level of.', () => triggers.fired);
  total('price_frames_total', 'Price frames sent, counted for each socket.', () => prices.frames);
  total('price_frames_skipped_total', 'Price frames that a socket was too slow for.', () => prices.skipped);
  total('pages_answered_total', 'Built pages and files answered from memory.', () => pages.answered);
  total(
    'breach_checks_total',
    'New passwords that the service of breached ones was asked about.',
    () => breaches.asked,
  );
  total('breach_checks_failed_total', 'Those that it did not answer: taken without it.', () => breaches.failed);
  watch(
    registry,
    { name: 'quotes_dropped_total', help: 'Quotes that the quote book dropped, by reason.', labelNames: ['reason'] },
    () => Object.entries(quotes.drops).map(([reason, value]) => ({ labels: { reason }, value })),
  );
  watch(
    registry,
    { name: 'orders_total', help: 'Orders and closes, by what became of them.', labelNames: ['outcome'] },
    () =>
      (['accepted', 'refused', 'failed'] as const).map((outcome) => ({ labels: { outcome }, value: orders[outcome] })),
  );
}

interface Watched {
  name: string;
  help: string;
  labelNames: string[];
}

/** Adds a counter whose values are counted elsewhere and copied when the metrics are read. */
function watch(
  registry: Registry,
  definition: Watched,
  read: () => { labels: Record<string, string>; value: number }[],
): void {
  new Counter({
    ...definition,
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, value } of read()) this.inc(labels, value);
    },
  });
}

function watchSockets(registry: Registry, { prices, customers }: MetricSources): void {
  new Gauge({
    name: 'sockets_open',
    help: 'Connected sockets, by kind.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.set({ kind: 'prices' }, prices.readers);
      this.set({ kind: 'customer' }, customers.sockets);
    },
  });
}

function watchTriggers(registry: Registry, { triggers }: MetricSources): void {
  new Gauge({
    name: 'positions_watched',
    help: 'Open positions that quotes are held against.',
    registers: [registry],
    collect() {
      this.set(triggers.watched);
    },
  });
  new Gauge({
    name: 'triggers_undecided',
    help: 'Fired triggers that the database has not answered for yet.',
    registers: [registry],
    collect() {
      this.set(triggers.undecided);
    },
  });
}

function watchPrices(registry: Registry, { market, runtime }: MetricSources): void {
  new Gauge({
    name: 'assets_without_price',
    help: 'Assets that no order is filled in: their last quote is too old, they have none, or they are halted.',
    registers: [registry],
    collect() {
      this.set(countStale(market, runtime.elapsedMs()));
    },
  });
}

function watchDatabase(registry: Registry, { database: { availability } }: MetricSources): void {
  new Gauge({
    name: 'database_available',
    help: 'Whether the database can be asked and takes writes, as far as the server has found: 1 or 0.',
    registers: [registry],
    collect() {
      this.set(availability.problem === null ? 1 : 0);
    },
  });
  watch(
    registry,
    { name: 'database_faults_total', help: 'What the database could not do, by kind.', labelNames: ['kind'] },
    () => databaseFaultKinds.map((kind) => ({ labels: { kind }, value: availability.faults[kind] })),
  );
}

function watchContent(registry: Registry, { content }: MetricSources): void {
  new Gauge({
    name: 'content_fresh',
    help: 'Whether the last pull got the content: 1 (but for parts that are refused), or 0 while the last good copy is served.',
    registers: [registry],
    collect() {
      this.set(content.last === 'fresh' || content.last === 'partial' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'content_refused',
    help: 'Pages, popups, events and settings whose current version is refused: the last good one is served, or none.',
    registers: [registry],
    collect() {
      this.set(content.refused);
    },
  });
  new Gauge({
    name: 'content_last_pull',
    help: 'What became of the last pull, 1 of these: fresh, partial (parts are refused), unavailable (no answer), invalid (no site to show), failed (here).',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      for (const outcome of pullOutcomes) this.set({ outcome }, content.last === outcome ? 1 : 0);
    },
  });
  watch(
    registry,
    { name: 'content_pulls_total', help: 'Pulls of the content, by outcome.', labelNames: ['outcome'] },
    () => pullOutcomes.map((outcome) => ({ labels: { outcome }, value: content.pulls[outcome] })),
  );
}
