import type { ReferralFault } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { ComparisonReason } from '../../../lib/contract/affiliate/comparison-calls.ts';
import type { Moment } from '../../../lib/format/read-values.ts';

/** What a line of an affiliate's own file says of an account; undefined: the file does not say it, null: that there is none. */
export interface SaidOfAccount {
  createdAt: Moment | null | undefined;
  firstDeposit: Moment | null | undefined;
}

/** The account that the line names, as it is here. */
export interface CountedAccount {
  createdAt: Date;
  firstDepositAt: Date | null;
  fault: ReferralFault | null;
}

/** Clocks and calendars of others: so far apart may be what is the same. */
const toleranceMs = 86_400_000;

/** The first thing in which a line and its account do not agree; null where they agree. */
export function differFromFile(said: SaidOfAccount, account: CountedAccount): ComparisonReason | null {
  const { createdAt, firstDepositAt, fault } = account;
  if (fault) return fault;
  if (said.firstDeposit && !firstDepositAt) return 'no_first_deposit';
  if (said.firstDeposit === null && firstDepositAt) return 'first_deposit_missing';
  if (said.createdAt && isApart(said.createdAt, createdAt)) return 'created_at_differs';
  if (said.firstDeposit && firstDepositAt && isApart(said.firstDeposit, firstDepositAt)) return 'first_deposit_differs';
  return null;
}

function isApart({ fromMs, untilMs }: Moment, instant: Date): boolean {
  const ms = instant.getTime();
  return ms < fromMs - toleranceMs || ms > untilMs + toleranceMs;
}

/** From the first to the last day that the file says accounts of; null where it says none: all accounts are meant then. */
export function spanOf(moments: readonly Moment[]): Moment | null {
  if (moments.length === 0) return null;
  let [fromMs, untilMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const moment of moments) {
    fromMs = Math.min(fromMs, moment.fromMs);
    untilMs = Math.max(untilMs, moment.untilMs);
  }
  return { fromMs: startOfDay(fromMs), untilMs: startOfDay(untilMs) + dayMs - 1 };
}

const dayMs = 86_400_000;
const startOfDay = (ms: number) => Math.floor(ms / dayMs) * dayMs;
