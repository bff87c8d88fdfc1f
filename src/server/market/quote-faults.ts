/** Why the quote book dropped a quote. */
export const dropReasons = [
  'unknown_symbol',
  'not_a_number',
  'zero',
  'negative',
  'crossed',
  'jump',
  'out_of_order',
] as const;
export type DropReason = (typeof dropReasons)[number];

/** What is wrong with a quote by itself, or with its time beside that of the last one (unix ms); null: nothing. */
export function faultOf(bid: number, ask: number, timeMs: number, lastTimeMs: number): DropReason | null {
  if (bid > 0 && ask >= bid && ask < Infinity && timeMs >= lastTimeMs && timeMs < Infinity) return null;
  if (!Number.isFinite(bid) || !Number.isFinite(ask) || !Number.isFinite(timeMs)) return 'not_a_number';
  if (bid === 0 || ask === 0) return 'zero';
  if (bid < 0 || ask < 0) return 'negative';
  return bid > ask ? 'crossed' : 'out_of_order';
}

/** Further than this from the last accepted mid is a jump, as a fraction of it. */
const jumpFraction = 0.1;
/** Jumped quotes this close to each other agree on a new level. */
const agreementFraction = 0.02;
/** So many in a row that agree are the market, not a slip. */
const agreeingQuotes = 3;

/** Remembers the last accepted mid of each symbol and the level that jumped quotes agree on. */
export interface JumpGuard {
  /** Says where a symbol was before its first quote, so that this one may not jump either. */
  prime: (index: number, rate: number) => void;
  /** Takes a quote that has no other fault: 'jump' when it must be dropped, null when it is accepted. */
  check: (index: number, bid: number, ask: number) => 'jump' | null;
}

export function createJumpGuard(count: number): JumpGuard {
  const accepted = new Float64Array(count);
  const level = new Float64Array(count);
  const agreeing = new Uint8Array(count);

  function checkJump(index: number, mid: number): 'jump' | null {
    const agrees = Math.abs(mid - (level[index] ?? 0)) <= agreementFraction * (level[index] ?? 0);
    const count = agrees ? (agreeing[index] ?? 0) + 1 : 1;
    level[index] = mid;
    agreeing[index] = count;
    return count < agreeingQuotes ? 'jump' : null;
  }

  function check(index: number, bid: number, ask: number): 'jump' | null {
    // Halves first: the sum of two huge rates would be infinite.
    const mid = bid / 2 + ask / 2;
    const last = accepted[index] ?? 0;
    const jumped = last > 0 && Math.abs(mid - last) > jumpFraction * last;
    if (jumped && checkJump(index, mid) !== null) return 'jump';
    accepted[index] = mid;
    level[index] = 0;
    agreeing[index] = 0;
    return null;
  }

  return {
    prime(index, rate) {
      accepted[index] = rate;
    },
    check,
  };
}
