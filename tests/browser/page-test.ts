import type { Page, Response } from '@playwright/test';
import { test as base } from '@playwright/test';

/**
 * The page of most tests. `goto` and `reload` wait until the page has started, and route handlers that are still busy
 * at the end of a test are ignored.
 */
export const test = base.extend({
  page: async ({ page, context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) waitForStarts(page);
    await use(page);
    // A route handler that answers after the page was closed would fail a test that is already over.
    const parts = [context, ...context.pages()];
    await Promise.all(parts.map((part) => part.unrouteAll({ behavior: 'ignoreErrors' })));
  },
});

/** Content pages load their scripts after the first paint, so navigation also waits for these. */
function waitForStarts(page: Page): void {
  const started = async (answer: Response | null) => {
    if (/^text\/html/.test(answer?.headers()['content-type'] ?? ''))
      await page.locator('html[data-started]').waitFor({ state: 'attached' });
    return answer;
  };
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  // A test that waits only for `commit` wants to see the page before it has started.
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    return options?.waitUntil === 'commit' ? answer : started(answer);
  };
  page.reload = async (options) => started(await reload(options));
}
