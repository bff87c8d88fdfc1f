import type { Browser, Page } from '@playwright/test';

/** The activity of the page's main thread during a measurement. */
export interface MainThreadWork {
  /** Share of the time in which it was busy, 0 to 1. */
  busyShare: number;
  longestTaskMs: number;
  tasks: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Start and duration in microseconds of the wall clock. */
  ts: number;
  dur?: number;
  /** CPU time of the thread in microseconds; missing if it was 0, because the machine did something else. */
  tdur?: number;
  args?: { name?: string; chrome_mojo_event_info?: { mojo_interface_tag?: string } };
}

/**
 * Traces the page's main thread. Tasks are measured in CPU time of the thread, so that other load on the machine is not
 * counted as work of the page. The commands of the test driver, which search the whole page for a name or a text, are
 * not counted either.
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

/** Durations in milliseconds of the main-thread tasks of the busiest renderer; the others are spare processes. */
function tasksOfBusiestPage(events: readonly TraceEvent[]): number[] {
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const perThread = named.map(({ pid, tid }) =>
    tasksOf(events.filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X')),
  );
  const work = (tasks: number[]) => tasks.reduce((sum, ms) => sum + ms, 0);
  const busiest = perThread.sort((a, b) => work(b) - work(a))[0];
  if (!busiest || work(busiest) === 0) throw new Error('The trace has no task of a page');
  return busiest;
}

/** For a task that executes a command of the test driver, counts only the page's own work in it. */
function tasksOf(events: readonly TraceEvent[]): number[] {
  const commands = events.filter(isCommand);
  const ofPage = outermost(events.filter(({ name }) => pageWork.has(name)));
  return events
    .filter(({ name }) => name === 'RunTask')
    .map((task) =>
      commands.some((command) => isWithin(command, task))
        ? ofPage.filter((event) => isWithin(event, task)).reduce((sum, event) => sum + cpuMs(event), 0)
        : cpuMs(task),
    );
}

/** Work that is the page's own even if a command triggered it. */
const pageWork = new Set(['EventDispatch', 'UpdateLayoutTree', 'Layout']);

const isCommand = ({ args }: TraceEvent) =>
  args?.chrome_mojo_event_info?.mojo_interface_tag === 'blink.mojom.DevToolsSession';
const isWithin = (one: TraceEvent, other: TraceEvent) => one.ts >= other.ts && endOf(one) <= endOf(other);
const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur;
const cpuMs = ({ tdur = 0 }: TraceEvent) => tdur / 1000;

/** Drops the events that are nested in another one. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  const kept: TraceEvent[] = [];
  for (const event of events.toSorted((one, other) => one.ts - other.ts || endOf(other) - endOf(one))) {
    const last = kept.at(-1);
    if (!last || !isWithin(event, last)) kept.push(event);
  }
  return kept;
}
