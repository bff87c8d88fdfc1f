/**
 * The paths that nobody is led to by a `next`: those of the pages that lead in, and two slashes, which name another
 * site. `//host` and `/\\host` change the origin; `/.//host` does not, but its path does, once it stands alone.
 */
export const neverLandings = /^\/\/|^(\/[a-z]{2})?\/(login|register|password|autoLogin)(\/|$)/;

/** Where a log-in leads that lacks details: to the profile, which leads on to where it was going. */
export function detailsPathFor(landing: string, { details, home }: Record<'details' | 'home', string>): string {
  if (landing.split(/[?#]/)[0] === details) return landing;
  return landing === home ? details : `${details}?next=${encodeURIComponent(landing)}`;
}

/**
 * Where a log-in leads: the `next` of the address where it is a path of this site, else the fallback. A `next` that
 * names another origin, in whatever disguise, or one of the pages that lead in is not followed.
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
