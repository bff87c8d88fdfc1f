import { atom } from 'nanostores';
import { saveChart } from '../../lib/contract/chart/chart-endpoints.ts';
import type { ChartLayout } from '../../lib/contract/chart/chart-layout.ts';
import { callApi } from '../api.ts';
import { $session } from '../session.ts';
import { $layout, plainLayout, unsavedLayouts } from './chart-layout.ts';

/** How long a change waits for further ones before all of them are saved. */
export const saveAfterMs = 1_000;

/** Whether the last save failed. What is on the screen stays; the next change saves it again. */
export const $isUnsaved = atom(false);

/** The symbols whose layout is being saved. */
const saving = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Changes the layout of the shown chart and saves it soon. The last save wins, from whichever device. */
export function changeLayout(change: Partial<ChartLayout>): void {
  const kept = $layout.get();
  if (!kept) return;
  const { symbol, accessToken } = kept;
  const before = unsavedLayouts.get(symbol);
  const layout = { ...(kept.layout ?? plainLayout), ...change };
  $layout.set({ ...kept, layout });
  unsavedLayouts.set(symbol, {
    accessToken,
    changes: { ...before?.changes, ...change },
    whole: kept.status === 'ready' || before?.whole ? layout : null,
  });
  saveSoon();
}

function saveSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(saveChanges, saveAfterMs);
}

/** Saves now; `isLeaving`: in requests that outlive the page. */
export function saveChanges({ isLeaving = false } = {}): void {
  clearTimeout(timer);
  for (const symbol of [...unsavedLayouts.keys()]) void save(symbol, isLeaving);
}

/** Saves what was changed on the chart of an asset, one request after the other, so that none overtakes a later one. */
async function save(symbol: string, isLeaving: boolean): Promise<void> {
  const unsaved = unsavedLayouts.get(symbol);
  // Another tab may have logged somebody else in.
  if (unsaved?.accessToken !== $session.get()?.access_token) unsavedLayouts.delete(symbol);
  else if (!unsaved?.whole) {
    const now = $layout.get();
    if (!isLeaving && !(now?.symbol === symbol && now.status === 'failed')) saveSoon();
  } else if (isLeaving || !saving.has(symbol)) {
    saving.add(symbol);
    const body = { symbol, layout: unsaved.whole };
    const { ok } = await callApi(saveChart, { body, keepalive: isLeaving });
    saving.delete(symbol);
    $isUnsaved.set(!ok);
    if (!ok) return;
    if (unsavedLayouts.get(symbol) === unsaved) unsavedLayouts.delete(symbol);
    else saveSoon();
  }
}
