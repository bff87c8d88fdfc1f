/** Returns a random number in [0, 1). */
export type Random = () => number;

/** Bytes drawn at once: one system call serves a thousand numbers. */
const drawnBytes = 4096;

/** Numbers that nobody can predict, however many were seen before: 32 bits each from a cryptographic source. */
export function createSecretRandom(randomBytes: (length: number) => Buffer): Random {
  let bytes: Buffer = Buffer.alloc(0);
  let next = 0;
  return () => {
    if (next >= bytes.length) {
      bytes = randomBytes(drawnBytes);
      next = 0;
    }
    const drawn = bytes.readUInt32LE(next);
    next += 4;
    return drawn / 4_294_967_296;
  };
}

/**
 * Mulberry32: the same seed gives the same sequence. With 32 bits of state, a few numbers reveal all that follow. Use
 * it only for generated history and tests, never for a market that anybody trades on.
 */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Derives a separate seed for each text, by FNV-1a. */
export function seedOf(seed: number, text: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** A standard normal variate, by Box and Muller; uses two numbers. */
export function gaussian(random: Random): number {
  // 1 − u is never zero, so its logarithm is finite.
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}
