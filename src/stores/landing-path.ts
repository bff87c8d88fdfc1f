/**
 * Where a log-in leads: the `next` of the address where it is a path of this site, else the fallback. A `next` that names
 * another origin, in whatever disguise, or one of the pages that lead in is not followed.
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
  // `//host` and `/\host` change the origin; `/.//host` does not, but its path does, once it stands alone.
  if (url?.origin !== origin || /^\/\/|^(\/[a-z]{2})?\/(login|register|password|autoLogin)(\/|$)/.test(url.pathname))
    return fallback;
  return url.pathname + url.search + url.hash;
}
