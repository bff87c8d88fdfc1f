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
  /** When it began and how long it took, in microseconds of the wall clock. */
  ts: number;
  dur?: number;
  /**
   * Length in microseconds by the thread's own clock; left out where that did not move: the machine did something else.
   */
  tdur?: number;
  args?: { name?: string; chrome_mojo_event_info?: { mojo_interface_tag?: string } };
}

/**
 * Traces the page's main thread. Tasks are measured by the thread's own clock, so that what else the machine does is
 * not counted as work of the page; nor is what the tests have it do, which look through all of the page for a name or a
 * text.
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

/**
 * Lengths in milliseconds of the tasks on the main thread of the renderer that worked most: the others are spare ones.
 */
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

/** Of a task that carries out a command of the tests, only what the page itself did in it. */
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

/** What is done for the page's own sake, also where a command is what set it off. */
const pageWork = new Set(['EventDispatch', 'UpdateLayoutTree', 'Layout']);

const isCommand = ({ args }: TraceEvent) =>
  args?.chrome_mojo_event_info?.mojo_interface_tag === 'blink.mojom.DevToolsSession';
const isWithin = (one: TraceEvent, other: TraceEvent) => one.ts >= other.ts && endOf(one) <= endOf(other);
const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur;
const cpuMs = ({ tdur = 0 }: TraceEvent) => tdur / 1000;

/** Without those that happened in another of them. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  const kept: TraceEvent[] = [];
  for (const event of events.toSorted((one, other) => one.ts - other.ts || endOf(other) - endOf(one))) {
    const last = kept.at(-1);
    if (!last || !isWithin(event, last)) kept.push(event);
  }
  return kept;
}
