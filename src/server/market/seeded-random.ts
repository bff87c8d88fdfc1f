/** Deterministic pseudo-random numbers in [0, 1): the same seed gives the same row of them. Not for secrets. */
export type SeededRandom = () => number;

/** Mulberry32: 32 bits of state, a period of four thousand million, good enough to look like a market. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A seed of its own for each text, by FNV-1a. */
export function seedOf(seed: number, text: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** A standard normal variate, by Box and Muller; takes two numbers. */
export function gaussian(random: SeededRandom): number {
  // 1 − u is never zero, whose logarithm would be infinite.
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}
