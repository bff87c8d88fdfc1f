/** The part of a query that our redirects keep: the parameters for language, referrer and tag. */
export function keptQuery(query: URLSearchParams): string {
  const kept = ['lang', 'ref', 'tag'].flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}
