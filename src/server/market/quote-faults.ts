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
 * What is wrong with a quote itself, or with its arrival compared with that of the last one (elapsed clock); null:
 * nothing.
 */
export function faultOf(bid: number, ask: number, arrivedMs: number, lastArrivedMs: number): DropReason | null {
  if (bid > 0 && ask >= bid && ask < Infinity && arrivedMs >= lastArrivedMs && arrivedMs < Infinity) return null;
  if (!Number.isFinite(bid) || !Number.isFinite(ask) || !Number.isFinite(arrivedMs)) return 'not_a_number';
  if (bid === 0 || ask === 0) return 'zero';
  if (bid < 0 || ask < 0) return 'negative';
  return bid > ask ? 'crossed' : 'out_of_order';
}

/** A mid further than this from the last accepted one, as a fraction of it, is a jump. */
const jumpFraction = 0.1;
/** Jumped quotes within this fraction of each other agree on a new level. */
const agreementFraction = 0.02;
/** This many agreeing quotes in a row are the market, not an error. */
const agreeingQuotes = 3;

/** A quote is near the last accepted one, or at a jump that is not confirmed yet, or it confirms the jump. */
export type Move = 'near' | 'jump' | 'confirmed';

/** Remembers the last accepted mid of each symbol, and the level that jumped quotes agree on. */
export interface JumpGuard {
  /** Sets the rate before a symbol's first quote, so that this one cannot jump either. */
  prime: (index: number, rate: number) => void;
  /** Checks a quote that has no other fault. `jump` must be dropped; the others are accepted. */
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
    // Halved first, because the sum of two huge rates would be infinite.
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
