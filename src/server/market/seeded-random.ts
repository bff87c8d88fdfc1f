/** Random numbers that come out the same for the same seed: for made-up markets, never for secrets. */
export interface SeededRandom {
  /** Even between 0 (included) and 1 (excluded). */
  uniform: () => number;
  /** Normal, mean 0, standard deviation 1. */
  normal: () => number;
}

/** Names can be part of the seed, so that one asset's numbers do not depend on how many others were drawn before it. */
export function createSeededRandom(seed: number, ...names: readonly string[]): SeededRandom {
  let state = mixNames(seed, names);
  let spare: number | undefined;

  // mulberry32: 32 bits of state, passes the usual tests, one multiplication chain a number.
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };

  // Marsaglia's polar method makes two at a time.
  const normal = () => {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    for (;;) {
      const x = 2 * uniform() - 1;
      const y = 2 * uniform() - 1;
      const square = x * x + y * y;
      if (square > 0 && square < 1) {
        const factor = Math.sqrt((-2 * Math.log(square)) / square);
        spare = y * factor;
        return x * factor;
      }
    }
  };

  return { uniform, normal };
}

/** FNV-1a over the names, from the seed on. */
function mixNames(seed: number, names: readonly string[]): number {
  let hash = (seed ^ 0x811c9dc5) | 0;
  for (const character of names.join('\0')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash;
}
