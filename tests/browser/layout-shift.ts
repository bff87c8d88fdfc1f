import type { Page } from '@playwright/test';

/** How far what could be seen moved by itself since the page was opened: the browser's cumulative layout shift. */
export function readShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((tell) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          tell(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // The observer is silent where there was none.
        requestAnimationFrame(() => requestAnimationFrame(() => tell(0)));
      }),
  );
}
