/** Longer than this, nothing else on the thread may wait. */
const sliceMs = 8;

/** Maps a long list, and lets other work run in between. */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  convert: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    results.push(convert(item));
    if (performance.now() - startedAt < sliceMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    startedAt = performance.now();
  }
  return results;
}
