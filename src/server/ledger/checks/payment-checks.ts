import { depositMethods } from '../../../lib/contract/payments/payment-entities.ts';
import type { DepositMove } from '../../../lib/transactions/first-standing-deposit.ts';
import { firstStandingDeposit } from '../../../lib/transactions/first-standing-deposit.ts';
import { transactionTypes, typeIds } from '../../../lib/transactions/transaction-types.ts';
import type { CountedCheck, JudgedCheck } from './ledger-check.ts';

// A payment in the state `differs` whose transaction is approved waits for an operator: there was a refund, or a second
// report with another amount.
const paymentsAgree: CountedCheck = {
  title:
    'Each payment succeeded exactly if its transaction is approved, with the same account and amount, unless an operator credited another amount',
  looked: 'select from payments',
  faults: `
    select format('payment %s: %s, %s of account %s; its transaction: %s, %s of account %s', t.id, p.state, p.amount_minor,
      p.account_id, t.status, t.amount_minor, t.account_id) as fault
    from payments p join transactions t on t.id = p.transaction_id
    where p.account_id <> t.account_id
      or p.amount_minor <> t.amount_minor and not exists (select from transaction_steps s
        where s.transaction_id = t.id and s.step = 'approved' and s.by_operator is not null)
      or p.state = 'succeeded' and t.status <> 'approved'
      or p.state not in ('succeeded', 'differs') and t.status = 'approved'`,
};

const providersAgree: CountedCheck = {
  title: 'The money of each payment is on the book of the provider that took it',
  looked: `select from payments p join transactions t on t.id = p.transaction_id where t.status = 'approved'`,
  faults: `
    select format('payment %s: by %s, posted to %s', p.transaction_id, p.provider, coalesce(l.party, 'nobody')) as fault
    from payments p
    join ledger_entries e on e.business_key = 'deposit:' || p.transaction_id
    left join ledger_postings l on l.entry_id = e.id and l.book = 'provider'
    where l.party is distinct from p.provider`,
};

const credited = `t.type_id in (${[...depositMethods, typeIds.manualDeposit].join(', ')}) and t.status = 'approved'`;

// Answers of providers to polls are stored as reports, too.
const isReported = `exists (select from payment_events r
  where r.transaction_id = t.id and r.provider = p.provider and r.due_at is null and r.event ->> 'outcome' = 'paid'
    and r.event ->> 'amountMinor' = t.amount_minor::text and r.event ->> 'currency' = p.currency)`;

// The step alone is no proof, because it only names an operator; the audit record was written together with it.
const isSaidByOperator = `exists (select from transaction_steps s join audit_entries u on u.account_id = t.account_id
    and u.actor = 'operator:' || s.by_operator and u.details ->> 'transaction' = t.id::text
  where s.transaction_id = t.id and s.step = 'approved' and u.event in ('deposit_credited', 'transaction_by_hand'))`;

// Only demo customers have addresses at example.com, because mail to it reaches nobody.
const isOfDemo = `a.email like '%@example.com' and (p.transaction_id is null and l.party = 'demo'
  or exists (select from transaction_steps s
    where s.transaction_id = t.id and s.step = 'approved' and s.by_operator = 'demo'))`;

// Before entries had numbers, the demo's deposits had no operator in the audit log; earlier still, postings named no
// provider.
const isOlder = `e.number between 1 and (select older_up_to from ledger_numbering) and (l.party is null or ${isOfDemo})`;

const creditsHaveReasons: CountedCheck = {
  title:
    'Each deposit was credited by a settled report of its provider, of the same payment and amount, or by an operator named in the audit log',
  looked: `select from transactions t where ${credited}`,
  faults: `
    select format('deposit %s: %s credited to account %s, without a report of %s that it was paid and without an operator',
      t.id, t.amount_minor, t.account_id, coalesce(p.provider, l.party, 'anybody')) as fault
    from transactions t join accounts a on a.id = t.account_id
    left join payments p on p.transaction_id = t.id
    left join ledger_entries e on e.business_key = 'deposit:' || t.id
    left join ledger_postings l on l.entry_id = e.id and l.book = 'provider'
    where ${credited} and not (coalesce(${isOlder}, false) or ${isReported} or ${isSaidByOperator})`,
};

const reportsCredited: CountedCheck = {
  title: 'Every deposit that a report credited is credited',
  looked: `select from payment_events where outcome in ('credit', 'already credited')`,
  faults: `
    select format('report %s of %s: %s, but the deposit %s is %s', r.id, r.provider, r.outcome,
      coalesce(t.id::text, 'that it names'), coalesce(t.status, 'not there')) as fault
    from payment_events r left join transactions t on t.id = r.transaction_id
    where r.outcome in ('credit', 'already credited') and t.status is distinct from 'approved'`,
};

/** Checks of payments against transactions, entries and the reports of providers. */
export const paymentChecks: readonly CountedCheck[] = [
  paymentsAgree,
  providersAgree,
  creditsHaveReasons,
  reportsCredited,
];

const depositTypes = transactionTypes.filter(({ group }) => group === 'deposits').map(({ id }) => id);

interface FirstDepositRow {
  id: number;
  /** Unix milliseconds. */
  atMs: number | null;
  amountMinor: number | null;
  /** Amount and instant of every credited deposit and of every reversal of a deposit, in the order of the books. */
  moves: [amountMinor: number, atMs: number][];
}

/**
 * Instants that differ by less count as equal: the account and the step once got theirs from separate readings of the
 * clock.
 */
const sameWithinMs = 60_000;

/** Describes how the first deposit stored with an account differs from its transactions; null if they agree. */
export function judgeFirstDeposit({ id, atMs, amountMinor, moves }: FirstDepositRow): string | null {
  const posted = moves.map(([amount, at]): DepositMove => ({ amountMinor: amount, at: new Date(at) }));
  const first = firstStandingDeposit(posted);
  const isFirst = (move: DepositMove | null) =>
    move === null
      ? atMs === null
      : atMs !== null && amountMinor === move.amountMinor && Math.abs(atMs - move.at.getTime()) < sameWithinMs;
  if (isFirst(first) || isFirst(firstStandingDeposit(posted.toSorted(byInstant)))) return null;
  const textOf = (amount: number, at: number | Date) => `${amount} at ${new Date(at).toISOString()}`;
  const storedText = atMs === null ? 'none' : textOf(amountMinor ?? 0, atMs);
  return `account ${id}: first deposit ${storedText}, by its transactions ${first ? textOf(first.amountMinor, first.at) : 'none'}`;
}

/**
 * The order of the books before entries had numbers: by instant, and deposits before reversals. It differs from the
 * order of numbers if a clock was set back.
 */
function byInstant(one: DepositMove, other: DepositMove): number {
  return one.at.getTime() - other.at.getTime() || Number(one.amountMinor < 0) - Number(other.amountMinor < 0);
}

/** Affiliates are paid by the first deposit of each account. */
export const firstDepositsAgree: JudgedCheck = {
  title: 'The first deposit of each account is its earliest one that was not reversed in full',
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

// A trigger maintains the copy `referred_accounts`, only for accounts that an affiliate referred and whose owner has
// signed in.
const columns = 'affiliate_id, created_at, first_deposit_at, country_id, referral_fault, search_text';

export const referredAgree: CountedCheck = {
  title: 'What affiliates see of each account matches the account',
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
