import type { Page } from '@playwright/test';

/** The browser's cumulative layout shift since the page was opened. */
export function readShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((tell) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          tell(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // The observer reports nothing if there was no shift.
        requestAnimationFrame(() => requestAnimationFrame(() => tell(0)));
      }),
  );
}
