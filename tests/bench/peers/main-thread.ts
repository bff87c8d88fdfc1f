import type { Browser, Page } from '@playwright/test';

/** What the page's main thread did while something ran. */
export interface MainThreadWork {
  /** Part of the time in which it worked, 0 to 1. */
  busyShare: number;
  longestTaskMs: number;
  tasks: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Length in microseconds by the thread's own clock; left out where that did not move: the machine did something else. */
  tdur?: number;
  args?: { name?: string };
}

/**
 * Traces the page's main thread. Tasks are measured by the thread's own clock, so that what else the machine does is not
 * counted as work of the page.
 */
export async function traceMainThread(browser: Browser, page: Page, run: () => Promise<void>): Promise<MainThreadWork> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] });
  const startedAt = performance.now();
  await run();
  const lengthMs = performance.now() - startedAt;
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const tasks = tasksOfBusiestPage(traceEvents);
  const workMs = tasks.reduce((sum, ms) => sum + ms, 0);
  return { busyShare: workMs / lengthMs, longestTaskMs: Math.max(0, ...tasks), tasks: tasks.length };
}

/** Lengths in milliseconds of the tasks on the main thread of the renderer that worked most: the others are spare ones. */
function tasksOfBusiestPage(events: readonly TraceEvent[]): number[] {
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const perThread = named.map(({ pid, tid }) =>
    events
      .filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X' && event.name === 'RunTask')
      .map((event) => (event.tdur ?? 0) / 1000),
  );
  const work = (tasks: number[]) => tasks.reduce((sum, ms) => sum + ms, 0);
  const busiest = perThread.sort((a, b) => work(b) - work(a))[0];
  if (!busiest || work(busiest) === 0) throw new Error('The trace has no task of a page');
  return busiest;
}
