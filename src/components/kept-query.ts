/** What a redirect of ours takes along of a query: the language that is asked for, and who sent the visitor, from where. */
export function keptQuery(query: URLSearchParams): string {
  const kept = ['lang', 'ref', 'tag'].flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}
