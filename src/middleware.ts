import { defineMiddleware } from 'astro:middleware';
import { postponeScripts } from './components/shell/later-scripts.ts';

/**
 * The pages of the other languages are the fallback's, rewritten; Astro marks their answer as the redirect that its
 * other way of falling back would have been. A redirect without a place to go is none.
 *
 * In development nobody publishes: pages are told here what the server tells them. Once built, their scripts wait for
 * the first paint.
 */
export const onRequest = defineMiddleware(async ({ locals, url }, next) => {
  if (import.meta.env.DEV) {
    const { answerDevPicture, loadDevFacts } = await import('./content/dev-facts.ts');
    const picture = answerDevPicture(url.pathname);
    if (picture) return picture;
    locals.site = await loadDevFacts();
  }
  const answer = await next();
  const isFallback = answer.status === 302 && !answer.headers.has('location');
  const isPage = import.meta.env.PROD && /^text\/html/.test(answer.headers.get('content-type') ?? '');
  if (!isFallback && !isPage) return answer;
  const body = isPage ? postponeScripts(await answer.text()) : answer.body;
  return new Response(body, { status: isFallback ? 200 : answer.status, headers: answer.headers });
});
