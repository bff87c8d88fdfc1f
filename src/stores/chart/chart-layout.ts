import { atom } from 'nanostores';
import { getChart } from '../../lib/contract/chart/chart-endpoints.ts';
import type { ChartLayout } from '../../lib/contract/chart/chart-layout.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';

/** The tools whose panel is open; `all` is the sheet of narrow screens. */
export const toolNames = ['type', 'indicators', 'drawings', 'compare', 'view', 'full', 'all'] as const;
export type ToolName = (typeof toolNames)[number];

export const $tool = atom<ToolName | null>(null);

/** The chart as it is before a customer changes anything. */
export const plainLayout: ChartLayout = {
  type: 'candles',
  scale: 'linear',
  indicators: [],
  drawings: [],
  compared: [],
};

/** What the customer has set on the chart of an asset. */
export interface KeptLayout {
  symbol: string;
  /** Null: nothing, so the chart is as it is for everybody. */
  layout: ChartLayout | null;
  /** `failed`: it is not known what the server keeps, so nothing is saved over it. */
  status: 'loading' | 'ready' | 'failed';
  /** Of the session that it was loaded in. */
  accessToken: string | undefined;
}

export const $layout = atom<KeptLayout | null>(null);

/** What was changed on a chart and is not saved yet. */
export interface UnsavedLayout {
  /** Of the session that the layout belongs to: it is saved in no other. */
  accessToken: string | undefined;
  changes: Partial<ChartLayout>;
  /** All that is to be saved; null until it is known what the server keeps. */
  whole: ChartLayout | null;
}

/** By symbol. It stays until the server has it, whichever chart is shown by then. */
export const unsavedLayouts = new Map<string, UnsavedLayout>();

/** Loads the layout of an asset's chart, unless it is there. Until then the chart is as it is for everybody. */
export async function loadLayout(symbol: string): Promise<void> {
  const known = $layout.get();
  if (known?.symbol === symbol && known.status !== 'failed') return;
  // The customer was told that these would not be saved.
  if (known?.status === 'failed' && known.symbol !== symbol) unsavedLayouts.delete(known.symbol);
  // Saved before the answer arrives, they may still be missing in it.
  const before = unsavedLayouts.get(symbol);
  const accessToken = $session.get()?.access_token;
  $layout.set({ symbol, layout: before?.whole ?? null, status: 'loading', accessToken });
  const answer = await callApi(getChart, { body: { symbol } });
  const unsaved = unsavedLayouts.get(symbol);
  const data = answer.ok ? answer.data : (unsaved?.whole ?? undefined);
  const changes = (before ?? unsaved) && { ...before?.changes, ...unsaved?.changes };
  const whole = changes && data !== undefined ? { ...(data ?? plainLayout), ...changes } : data;
  const now = $layout.get();
  if (unsaved && whole) unsavedLayouts.set(symbol, { ...unsaved, whole });
  else if (now?.symbol !== symbol) unsavedLayouts.delete(symbol);
  if (now?.symbol !== symbol || now.status !== 'loading') return;
  $layout.set(whole === undefined ? { ...now, status: 'failed' } : { ...now, layout: whole, status: 'ready' });
}
