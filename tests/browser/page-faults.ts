import type { Page } from '@playwright/test';

/** Collects the browser's console errors from now on. A 404 is ignored, because pages report those themselves. */
export function listenToFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(String(fault)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/status of 404/.test(message.text()))
      faults.push(message.text());
  });
  return faults;
}
