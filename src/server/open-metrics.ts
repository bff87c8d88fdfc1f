import type { Metrics, MetricSources } from './operations/metrics.ts';
import { createMetrics } from './operations/metrics.ts';
import type { OpenedSite } from './open-site.ts';

/** The parts whose counts the metrics report. */
export interface MetricParts extends Pick<MetricSources, 'database' | 'market' | 'runtime'> {
  orderDesk: { stats: MetricSources['orders'] };
  triggers: { stats: MetricSources['triggers'] };
  content: Pick<OpenedSite, 'site' | 'keeper'>;
  breaches: { stats: MetricSources['breaches'] };
  sockets: { stats: Pick<MetricSources, 'prices' | 'customers'> };
}

/** Creates the metrics from the counts of the server's parts. */
export function openMetrics({ orderDesk, triggers, content, breaches, sockets, ...parts }: MetricParts): Metrics {
  return createMetrics({
    ...parts,
    orders: orderDesk.stats,
    triggers: triggers.stats,
    pages: content.site?.stats ?? { answered: 0 },
    content: content.keeper.stats,
    breaches: breaches.stats,
    ...sockets.stats,
  });
}
