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

/**
 * What is wrong with a quote by itself, or with its arrival beside that of the last one (elapsed clock); null: nothing.
 */
export function faultOf(bid: number, ask: number, arrivedMs: number, lastArrivedMs: number): DropReason | null {
  if (bid > 0 && ask >= bid && ask < Infinity && arrivedMs >= lastArrivedMs && arrivedMs < Infinity) return null;
  if (!Number.isFinite(bid) || !Number.isFinite(ask) || !Number.isFinite(arrivedMs)) return 'not_a_number';
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

/**
 * Where a quote lies: near the last accepted one, at a jump that is not settled yet, or it is the one that settles it.
 */
export type Move = 'near' | 'jump' | 'confirmed';

/** Remembers the last accepted mid of each symbol and the level that jumped quotes agree on. */
export interface JumpGuard {
  /** Says where a symbol was before its first quote, so that this one may not jump either. */
  prime: (index: number, rate: number) => void;
  /** Takes a quote that has no other fault: one at a jump must be dropped, the others are accepted. */
  check: (index: number, bid: number, ask: number) => Move;
}

export function createJumpGuard(count: number): JumpGuard {
  const accepted = new Float64Array(count);
  const level = new Float64Array(count);
  const agreeing = new Uint8Array(count);

  function checkJump(index: number, mid: number): Move {
    const agrees = Math.abs(mid - (level[index] ?? 0)) <= agreementFraction * (level[index] ?? 0);
    const count = agrees ? (agreeing[index] ?? 0) + 1 : 1;
    level[index] = mid;
    agreeing[index] = count;
    return count < agreeingQuotes ? 'jump' : 'confirmed';
  }

  function check(index: number, bid: number, ask: number): Move {
    // Halves first: the sum of two huge rates would be infinite.
    const mid = bid / 2 + ask / 2;
    const last = accepted[index] ?? 0;
    const jumped = last > 0 && Math.abs(mid - last) > jumpFraction * last;
    const move = jumped ? checkJump(index, mid) : 'near';
    if (move === 'jump') return move;
    accepted[index] = mid;
    level[index] = 0;
    agreeing[index] = 0;
    return move;
  }

  return {
    prime(index, rate) {
      accepted[index] = rate;
    },
    check,
  };
}
