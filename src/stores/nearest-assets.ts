import type { Asset } from '../lib/contract/entities.ts';
import { findAssets, plainOf } from './market-list.ts';

/** How many similar symbols are offered for an unknown one. */
const mostNearest = 3;

/**
 * At most three suggestions for an unknown symbol: first what a search for it finds (`GOLD`), then assets whose symbols
 * differ from it in one or two letters.
 */
export function nearestAssets(assets: readonly Asset[], symbol: string): Asset[] {
  // Text longer than this matches no symbol, and the cost grows with the square of its length.
  const wanted = plainOf(symbol).slice(0, 20);
  if (wanted === '') return [];
  const near = assets
    .map((asset) => ({ asset, distance: distanceOf(wanted, plainOf(asset.symbol)) }))
    .filter(({ distance }) => distance <= Math.min(2, wanted.length / 2))
    .sort((a, b) => a.distance - b.distance)
    .map(({ asset }) => asset);
  return [...new Set([...findAssets(assets, symbol), ...near])].slice(0, mostNearest);
}

/** The number of insertions, deletions and replacements of letters that turn one text into another (Levenshtein). */
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
