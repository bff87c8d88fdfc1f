/**
 * Paths that a `next` never leads to: the pages for signing in, and two slashes, which name another site. `//host` and
 * `/\\host` change the origin; `/.//host` does not, but its normalised path does when used on its own.
 */
export const neverLandings = /^\/\/|^(\/[a-z]{2})?\/(login|register|password|autoLogin)(\/|$)/;

/** The path after a log-in with details missing: the profile, which then leads on to the landing path. */
export function detailsPathFor(landing: string, { details, home }: Record<'details' | 'home', string>): string {
  if (landing.split(/[?#]/)[0] === details) return landing;
  return landing === home ? details : `${details}?next=${encodeURIComponent(landing)}`;
}

/**
 * The path after a log-in: the `next` of the address if it is a path of this site, else the fallback. A `next` that
 * names another origin in any disguise, or one of the pages for signing in, is ignored.
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
