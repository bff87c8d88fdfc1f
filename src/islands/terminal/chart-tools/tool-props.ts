import type { ChartLayout } from '../../../lib/contract/chart/chart-layout.ts';
import type { PriceChart } from '../chart/price-chart.ts';

/** What every tool gets. */
export interface ToolProps {
  chart: PriceChart;
  symbol: string;
  layout: ChartLayout;
}
