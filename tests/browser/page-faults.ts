import type { Page } from '@playwright/test';

/** What the browser complained of since then; that an address is not there, it says of pages that say so themselves. */
export function listenToFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(String(fault)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/status of 404/.test(message.text()))
      faults.push(message.text());
  });
  return faults;
}
