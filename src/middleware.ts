import { defineMiddleware } from 'astro:middleware';
import { switches } from './components/build-settings.ts';
import { postponeScripts } from './components/shell/later-scripts.ts';

/**
 * Astro renders a page that a language lacks by a rewrite to the fallback language, but still answers with the redirect
 * status of its other fallback mode. A 302 without a `location` header is therefore answered as 200.
 *
 * In development nothing is published, so pages get their site facts here instead of from the server. In a build, the
 * scripts of pages wait for the first paint.
 */
export const onRequest = defineMiddleware(async ({ locals, url }, next) => {
  if (import.meta.env.DEV) {
    const { answerDevPicture, loadDevFacts } = await import('./content/dev-facts.ts');
    const { createAskableSite } = await import('./content/site-questions.ts');
    const picture = answerDevPicture(url.pathname);
    if (picture) return picture;
    locals.site = createAskableSite(await loadDevFacts(), switches).questions();
  }
  const answer = await next();
  const isFallback = answer.status === 302 && !answer.headers.has('location');
  const isPage = import.meta.env.PROD && /^text\/html/.test(answer.headers.get('content-type') ?? '');
  if (!isFallback && !isPage) return answer;
  const body = isPage ? postponeScripts(await answer.text()) : answer.body;
  return new Response(body, { status: isFallback ? 200 : answer.status, headers: answer.headers });
});
