import type { Asset } from '../../lib/contract/entities.ts';

/** How many of the nearest symbols are offered for one that there is none of. */
const mostNearest = 3;

/**
 * The assets that a search means, best first: the symbol itself, symbols that begin with it, names of which a word does, then
 * whatever holds it. Case, spaces and signs do not matter: "eur/usd" finds EURUSD.
 */
export function findAssets(assets: readonly Asset[], search: string): Asset[] {
  const [wanted, plain] = [search.trim().toLowerCase(), plainOf(search)];
  const ranked = Map.groupBy(assets, (asset) => rankOf(asset, wanted, plain));
  return [0, 1, 2, 3].flatMap((rank) => ranked.get(rank) ?? []);
}

function rankOf({ symbol, name }: Asset, wanted: string, plain: string): number {
  const [plainSymbol, lowerName] = [plainOf(symbol), name.toLowerCase()];
  if (plain !== '' && plainSymbol === plain) return 0;
  if (plain !== '' && plainSymbol.startsWith(plain)) return 1;
  if (` ${lowerName}`.includes(` ${wanted}`)) return 2;
  return lowerName.includes(wanted) || (plain !== '' && plainSymbol.includes(plain)) ? 3 : 4;
}

function plainOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * What may have been meant by a symbol that there is none of: what a search for it finds (`GOLD`), then the assets whose symbols
 * are one or two letters away from it. At most three.
 */
export function nearestAssets(assets: readonly Asset[], symbol: string): Asset[] {
  // What is longer than any symbol is like none of them, and must not cost the square of its length.
  const wanted = plainOf(symbol).slice(0, 20);
  if (wanted === '') return [];
  const near = assets
    .map((asset) => ({ asset, distance: distanceOf(wanted, plainOf(asset.symbol)) }))
    .filter(({ distance }) => distance <= Math.min(2, wanted.length / 2))
    .sort((a, b) => a.distance - b.distance)
    .map(({ asset }) => asset);
  return [...new Set([...findAssets(assets, symbol), ...near])].slice(0, mostNearest);
}

/** How many letters must be put in, taken out or replaced to make one word of another (Levenshtein). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const letter of from) {
    let left = (row[0] ?? 0) + 1;
    row = [
      left,
      ...Array.from(to, (other, index) => {
        const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1);
        return (left = Math.min(replaced, left + 1, (row[index + 1] ?? 0) + 1));
      }),
    ];
  }
  return row.at(-1) ?? 0;
}
