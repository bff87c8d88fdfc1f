/**
 * Paths that `next` must not lead to: the sign-in pages, and paths that begin with two slashes, which name another
 * host. `//host` and `/\\host` change the origin when parsed; `/.//host` does not, but its normalised path would when
 * used on its own.
 */
export const neverLandings = /^\/\/|^(\/[a-z]{2})?\/(login|register|password|autoLogin)(\/|$)/;

/** The path after a log-in with details missing: the profile, which then leads on to the landing path. */
export function detailsPathFor(landing: string, { details, home }: Record<'details' | 'home', string>): string {
  if (landing.split(/[?#]/)[0] === details) return landing;
  return landing === home ? details : `${details}?next=${encodeURIComponent(landing)}`;
}

/**
 * The path after a log-in: `next` from the query if it is a path on this site, otherwise the fallback. Ignores a `next`
 * that leads to another origin, however disguised, or to a sign-in page.
 */
export function landingPath({
  search,
  origin,
  fallback,
}: {
  search: string;
  origin: string;
  fallback: string;
}): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return fallback;
  const url = URL.parse(next, origin);
  if (url?.origin !== origin || neverLandings.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}
