import type { Page, Response } from '@playwright/test';
import { test as base } from '@playwright/test';

/**
 * A page as most tests want it: going to it is over when it has started, and what it asks for when a test is over
 * disturbs nobody.
 */
export const test = base.extend({
  page: async ({ page, context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) waitForStarts(page);
    await use(page);
    // An answer of a test that is under way would fail with the page that is closed, and with it the test that is over.
    const parts = [context, ...context.pages()];
    await Promise.all(parts.map((part) => part.unrouteAll({ behavior: 'ignoreErrors' })));
  },
});

/** Scripts of content pages come after their first paint: going to a page is over when they are there. */
function waitForStarts(page: Page): void {
  const started = async (answer: Response | null) => {
    if (/^text\/html/.test(answer?.headers()['content-type'] ?? ''))
      await page.locator('html[data-started]').waitFor({ state: 'attached' });
    return answer;
  };
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  // Who asks for less than the whole page wants to see it before.
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    return options?.waitUntil === 'commit' ? answer : started(answer);
  };
  page.reload = async (options) => started(await reload(options));
}
