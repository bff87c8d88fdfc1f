import * as z from 'zod/mini';
import { call } from '../call.ts';
import { ownToken, symbol } from '../fields.ts';
import * as endpoints from './chart-endpoints.ts';
import { chartLayout } from './chart-layout.ts';

export const getChart = call({
  name: 'getChart',
  summary: 'Get the customer’s chart layout for an asset, or null if none is saved.',
  ...endpoints.getChart,
  audience: 'customer',
  body: z.object({ token: ownToken, symbol }),
  data: z.nullable(chartLayout),
  problems: ['UNKNOWN_SYMBOL'],
});

export const saveChart = call({
  name: 'saveChart',
  summary: 'Replace the saved chart layout for an asset. The last save wins. Idempotent.',
  ...endpoints.saveChart,
  audience: 'customer',
  body: z.object({ token: ownToken, symbol, layout: chartLayout }),
  data: z.null(),
  problems: ['UNKNOWN_SYMBOL', 'TOO_MANY_REQUESTS'],
});

export const chartCalls = [getChart, saveChart] as const;
