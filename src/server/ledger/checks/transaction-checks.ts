import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import { factKinds } from '../fact-kinds.ts';
import type { CountedCheck } from './ledger-check.ts';

// The kind of entry of each type of transaction. Returned withdrawals (type 8) once had the kind `withdrawal`.
const postedBy = factKinds
  .filter(({ kind }) => ['deposit', 'bonus', 'credit', 'fee', 'return'].includes(kind))
  .flatMap(({ kind, typeIds = [] }) => typeIds.map((typeId) => `(${typeId}, '${kind}')`))
  .concat(`(8, 'withdrawal')`)
  .join(', ');

const transactionsPosted: CountedCheck = {
  title:
    'Each transaction that took effect has one entry, with its amount and for its account; no other transaction has one',
  looked: `select from transactions where type_id <> ${typeIds.withdrawal}`,
  faults: `
    select format('transaction %s: %s, amount %s, posted %s by %s entries', t.id, t.status, t.amount_minor,
      coalesce(sum(p.amount_minor)::text, 'nothing'), count(distinct e.id)) as fault
    from transactions t
    left join (values ${postedBy}) as k (type_id, kind) on k.type_id = t.type_id
    left join ledger_entries e on e.business_key = k.kind || ':' || t.id
    left join ledger_postings p on p.entry_id = e.id and p.account_id = t.account_id
    where t.type_id <> ${typeIds.withdrawal}
    group by t.id
    having case when t.status = 'approved'
      then count(distinct e.id) <> 1 or sum(p.amount_minor) is distinct from t.amount_minor
      else count(distinct e.id) > 0 end`,
};

// Checks the totals of all entries of a withdrawal: taken from the customer's own money, reserved, and paid out to a
// provider.
const withdrawalsPosted: CountedCheck = {
  title: 'The entries of each withdrawal match its steps: reserved, released or paid out',
  looked: `select from transactions where type_id = ${typeIds.withdrawal}`,
  faults: `
    select format('withdrawal %s of %s (%s): %s of own money, %s waiting, %s paid out', t.id, -t.amount_minor, s.stage,
      coalesce(-m.own, 0), coalesce(m.waiting, 0), coalesce(m.paid, 0)) as fault
    from transactions t
    cross join lateral (
      select case
        when t.status in ('declined', 'cancelled') then 'called off'
        when exists (select from transaction_steps k where k.transaction_id = t.id and k.step = 'sent') then 'sent'
        else 'open' end as stage
    ) as s
    left join (
      select split_part(e.business_key, ':', 2) as id,
        sum(p.amount_minor) filter (where p.book = 'customer') as own,
        sum(p.amount_minor) filter (where p.book = 'customer_reserved') as waiting,
        sum(p.amount_minor) filter (where p.book = 'provider') as paid
      from ledger_entries e join ledger_postings p on p.entry_id = e.id
      where e.business_key like 'withdrawal%'
      group by 1
    ) as m on m.id = t.id::text
    where t.type_id = ${typeIds.withdrawal}
      and (coalesce(m.own, 0), coalesce(m.waiting, 0), coalesce(m.paid, 0)) is distinct from (
        case when s.stage = 'called off' then 0 else t.amount_minor end,
        case when s.stage = 'open' then -t.amount_minor else 0 end,
        case when s.stage = 'sent' then -t.amount_minor else 0 end)`,
};

const reservesAgree: CountedCheck = {
  title: 'What each account has reserved is the sum of its withdrawals that are under way',
  looked: 'select from accounts',
  faults: `
    select format('account %s: reserved %s, withdrawals under way %s', a.id, a.reserved_minor, coalesce(w.amount, 0)) as fault
    from accounts a left join (
      select t.account_id, -sum(t.amount_minor) as amount from transactions t
      where t.type_id = ${typeIds.withdrawal} and (t.status = 'pending' or t.status = 'approved' and not exists (
        select from transaction_steps s where s.transaction_id = t.id and s.step = 'sent'))
      group by t.account_id
    ) as w on w.account_id = a.id
    where a.reserved_minor <> coalesce(w.amount, 0)`,
};

// A deposit that was cancelled and then paid has both steps, and is approved.
const stepsLead: CountedCheck = {
  title: 'The steps of each transaction lead to its status',
  looked: 'select from transactions',
  faults: `
    select format('transaction %s: %s, with the steps %s', t.id, t.status, coalesce(s.steps::text, 'none')) as fault
    from transactions t left join (
      select transaction_id, array_agg(step order by at, step) as steps from transaction_steps group by transaction_id
    ) as s on s.transaction_id = t.id
    where case when t.status = 'pending'
      then coalesce(s.steps && array['approved', 'sent', 'declined', 'cancelled'], false)
      else t.status <> all(coalesce(s.steps, '{}')) end`,
};

// Releasing a part of a bonus makes it the customer's own money. No more than the whole bonus can be released.
const releasesWithin: CountedCheck = {
  title: 'No bonus was released for more than was granted',
  looked: `select from ledger_entries where business_key like 'bonus-released:%'`,
  faults: `
    select format('entry %s: %s released of %s', e.business_key, p.amount_minor, coalesce(t.amount_minor::text, 'nothing')) as fault
    from ledger_entries e
    join ledger_postings p on p.entry_id = e.id and p.book = 'customer'
    left join transactions t on e.business_key = 'bonus-released:' || t.id
    where e.business_key like 'bonus-released:%' and coalesce(p.amount_minor not between 1 and t.amount_minor, true)`,
};

// Every event about money is also in the audit log, from which nobody can remove records.
const moneyEvents = `('withdrawal_requested', 'withdrawal_stepped', 'withdrawal_returned', 'bonus_released', 'transaction_by_hand',
  'deposit_started', 'deposit_credited', 'deposit_declined', 'deposit_cancelled', 'deposit_held', 'deposit_settled',
  'position_closed_by_operator')`;

const auditedIsThere: CountedCheck = {
  title:
    'All money in the audit log is in the books: each transaction, each bonus released, each position closed by an operator',
  looked: `select from audit_entries where event in ${moneyEvents}`,
  faults: `
    select format('audit entry %s of %s: %s, but %s %s is %s', u.id, u.at, u.event, u.what, coalesce(u.name, 'that it names'),
      coalesce(t.status, case when p.id is not null then 'open' end, 'not there')) as fault
    from (
      select id, at, event, case when event = 'position_closed_by_operator' then 'position' else 'transaction' end as what,
        coalesce(details ->> 'position', details ->> 'transaction') as name
      from audit_entries where event in ${moneyEvents} and details ?| array['position', 'transaction']
    ) as u
    left join transactions t on u.what = 'transaction' and t.id::text = u.name
    left join positions p on u.what = 'position' and p.id::text = u.name
    left join ledger_entries e on u.event = 'bonus_released' and e.business_key = 'bonus-released:' || u.name
    where case
      when u.what = 'position' then p.closed_at is null
      when u.event = 'bonus_released' then t.id is null or e.id is null
      when u.event in ('deposit_credited', 'deposit_settled', 'transaction_by_hand', 'withdrawal_returned')
        then t.status is distinct from 'approved'
      else t.id is null end`,
};

/**
 * Checks of transactions, their steps and their entries. The names and numbers in their SQL come from the code, never
 * from input.
 */
export const transactionChecks: readonly CountedCheck[] = [
  transactionsPosted,
  withdrawalsPosted,
  reservesAgree,
  stepsLead,
  releasesWithin,
  auditedIsThere,
];
