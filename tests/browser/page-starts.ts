import type { Page, Response } from '@playwright/test';

/** Scripts of content pages come after their first paint: going to a page is over when they are there. */
export function waitForStarts(page: Page): void {
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
