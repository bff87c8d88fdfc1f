import type { DepositMove } from '../../../lib/transactions/first-standing-deposit.ts';
import { firstStandingDeposit } from '../../../lib/transactions/first-standing-deposit.ts';
import { transactionTypes } from '../../../lib/transactions/transaction-types.ts';
import type { CountedCheck, JudgedCheck } from './ledger-check.ts';

/** About what affiliates are paid by: the first deposit of each account, and the copy of the accounts that they see. */

const depositTypes = transactionTypes.filter(({ group }) => group === 'deposits').map(({ id }) => id);

interface FirstDepositRow {
  id: number;
  /** Unix milliseconds. */
  atMs: number | null;
  amountMinor: number | null;
  /** Amount and instant of all that was credited as a deposit or taken back of one, in the order of the books. */
  moves: [amountMinor: number, atMs: number][];
}

/** An instant was once read from the clock twice, for the account and for the step: so far apart they are the same. */
const sameWithinMs = 60_000;

/** What is wrong with the first deposit that is kept with an account, in words; null where nothing is. */
export function judgeFirstDeposit({ id, atMs, amountMinor, moves }: FirstDepositRow): string | null {
  const posted = moves.map(([amount, at]): DepositMove => ({ amountMinor: amount, at: new Date(at) }));
  const first = firstStandingDeposit(posted);
  const isFirst = (move: DepositMove | null) =>
    move === null
      ? atMs === null
      : atMs !== null && amountMinor === move.amountMinor && Math.abs(atMs - move.at.getTime()) < sameWithinMs;
  if (isFirst(first) || isFirst(firstStandingDeposit(posted.toSorted(byInstant)))) return null;
  const textOf = (amount: number, at: number | Date) => `${amount} at ${new Date(at).toISOString()}`;
  const kept = atMs === null ? 'none' : textOf(amountMinor ?? 0, atMs);
  return `account ${id}: first deposit ${kept}, by its transactions ${first ? textOf(first.amountMinor, first.at) : 'none'}`;
}

/**
 * Before entries had numbers a deposit was taken back by the order of instants, which is another where a clock was set
 * back.
 */
function byInstant(one: DepositMove, other: DepositMove): number {
  return one.at.getTime() - other.at.getTime() || Number(one.amountMinor < 0) - Number(other.amountMinor < 0);
}

export const firstDepositsAgree: JudgedCheck = {
  title: 'The first deposit of each account is the first of its deposits of which something is left',
  rows: `
    select a.id, (extract(epoch from a.first_deposit_at) * 1000)::float8 as "atMs", a.first_deposit_minor as "amountMinor",
      coalesce(m.moves, '[]') as moves
    from accounts a left join (
      select t.account_id, json_agg(json_build_array(t.amount_minor,
          (extract(epoch from coalesce(s.at, t.updated_at)) * 1000)::float8) order by e.number, s.at, t.created_at, t.id) as moves
      from transactions t
      left join transaction_steps s on s.transaction_id = t.id and s.step = 'approved'
      left join ledger_entries e on e.business_key = 'deposit:' || t.id
      where t.type_id in (${depositTypes.join(', ')}) and t.status = 'approved' group by t.account_id
    ) as m on m.account_id = a.id
    where a.first_deposit_at is not null or m.account_id is not null`,
  judge: judgeFirstDeposit,
};

// A trigger of the accounts keeps the copy: only of those who came by an affiliate and whose owner came in.
const columns = 'affiliate_id, created_at, first_deposit_at, country_id, referral_fault, search_text';

export const referredAgree: CountedCheck = {
  title: 'What affiliates see of each account is what the account says',
  looked: 'select from accounts where referred_by_affiliate_id is not null and entered_at is not null',
  faults: `
    select case when r.account_id is null then format('account %s: it is not among those that its affiliate sees', a.id)
      when a.id is null then format('account %s: an affiliate sees it that did not bring it', r.account_id)
      else format('account %s: its affiliate sees something else of it', a.id) end as fault
    from (
      select id, referred_by_affiliate_id as affiliate_id, created_at, first_deposit_at, country_id, referral_fault,
        left(lower(uniqid || E'\\n' || email || E'\\n' || first_name || ' ' || last_name), 600) as search_text
      from accounts where referred_by_affiliate_id is not null and entered_at is not null
    ) as a full join referred_accounts r on r.account_id = a.id
    where a.id is null or r.account_id is null
      or (${columns.replace(/\w+/g, 'a.$&')}) is distinct from (${columns.replace(/\w+/g, 'r.$&')})`,
};
