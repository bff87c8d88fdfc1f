import { defineMiddleware } from 'astro:middleware';

/**
 * The pages of the other languages are the fallback's, rewritten; Astro marks their answer as the redirect that its other way of
 * falling back would have been. A redirect without a place to go is none.
 *
 * In development nobody publishes: pages are told here what the server tells them.
 */
export const onRequest = defineMiddleware(async ({ locals, url }, next) => {
  if (import.meta.env.DEV) {
    const { answerDevPicture, loadDevFacts } = await import('./content/dev-facts.ts');
    const picture = answerDevPicture(url.pathname);
    if (picture) return picture;
    locals.site = await loadDevFacts();
  }
  const answer = await next();
  if (answer.status !== 302 || answer.headers.has('location')) return answer;
  return new Response(answer.body, { status: 200, headers: answer.headers });
});
