import type { CountedCheck } from './ledger-check.ts';

const investedAgrees: CountedCheck = {
  title: 'What each account has invested is the sum of the amounts of its open positions',
  looked: 'select from accounts',
  faults: `
    select format('account %s: invested %s, open positions %s', a.id, a.invested_minor, coalesce(sum(p.amount_minor), 0)) as fault
    from accounts a left join positions p on p.account_id = a.id and p.closed_at is null
    group by a.id having a.invested_minor <> coalesce(sum(p.amount_minor), 0)`,
};

const openCountsAgree: CountedCheck = {
  title: 'The number of open positions that each account keeps is how many it has',
  looked: 'select from accounts',
  faults: `
    select format('account %s: keeps %s, open positions %s', a.id, a.open_positions, count(p.id)) as fault
    from accounts a left join positions p on p.account_id = a.id and p.closed_at is null
    group by a.id having a.open_positions <> count(p.id)`,
};

const closesPosted: CountedCheck = {
  title: 'Each closed position has its entry, with its profit and to its account',
  looked: 'select from positions where closed_at is not null',
  faults: `
    select format('position %s: profit %s, posted %s', c.id, c.profit_minor, coalesce(p.amount_minor::text, 'nothing')) as fault
    from positions c
    left join ledger_entries e on e.business_key = 'close:' || c.id
    left join lateral (
      select sum(amount_minor) as amount_minor from ledger_postings
      where entry_id = e.id and book in ('customer', 'customer_bonus', 'customer_credit') and account_id = c.account_id
    ) p on true
    where c.closed_at is not null and p.amount_minor is distinct from c.profit_minor`,
};

/** About the books and the positions. */
export const positionChecks: readonly CountedCheck[] = [investedAgrees, openCountsAgree, closesPosted];
