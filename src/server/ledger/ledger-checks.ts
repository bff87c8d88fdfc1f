/** One statement about the books. `looked` selects what it is about, `faults` a column `fault` with a line for each breach. */
export interface LedgerCheck {
  title: string;
  looked: string;
  faults: string;
}

const entriesBalance: LedgerCheck = {
  title: 'The postings of each entry sum to zero',
  looked: 'select from ledger_entries',
  faults: `
    select format('entry %s: %s postings that sum to %s', e.business_key, count(p.line), coalesce(sum(p.amount_minor), 0)) as fault
    from ledger_entries e left join ledger_postings p on p.entry_id = e.id
    group by e.id having count(p.line) < 2 or sum(p.amount_minor) <> 0`,
};

const balancesAgree: LedgerCheck = {
  title: 'The balance of each account is the sum of its postings',
  looked: 'select from accounts',
  faults: `
    select format('account %s: balance %s, postings %s', a.id, a.balance_minor, coalesce(sum(p.amount_minor), 0)) as fault
    from accounts a left join ledger_postings p on p.account_id = a.id
    group by a.id having a.balance_minor <> coalesce(sum(p.amount_minor), 0)`,
};

// What was before each posting must be what was after another, but for the first (zero) and the last (the balance). Counting
// both sides of that needs no order, and postings of one commit share their instant.
const chainsHold: LedgerCheck = {
  title: 'Each posting of a customer goes on from the balance that the one before it left',
  looked: `select from ledger_postings where book = 'customer'`,
  faults: `
    select format('account %s: the chain of balances breaks at %s', account_id, balance) as fault
    from (
      select account_id, balance_after_minor as balance, 1 as side from ledger_postings where book = 'customer'
      union all
      select account_id, balance_after_minor - amount_minor, -1 from ledger_postings where book = 'customer'
      union all
      select id, 0, 1 from accounts
      union all
      select id, balance_minor, -1 from accounts
    ) sides
    group by account_id, balance having sum(side) <> 0`,
};

const investedAgrees: LedgerCheck = {
  title: 'What each account has invested is the sum of the amounts of its open positions',
  looked: 'select from accounts',
  faults: `
    select format('account %s: invested %s, open positions %s', a.id, a.invested_minor, coalesce(sum(p.amount_minor), 0)) as fault
    from accounts a left join positions p on p.account_id = a.id and p.closed_at is null
    group by a.id having a.invested_minor <> coalesce(sum(p.amount_minor), 0)`,
};

const openCountsAgree: LedgerCheck = {
  title: 'The number of open positions that each account keeps is how many it has',
  looked: 'select from accounts',
  faults: `
    select format('account %s: keeps %s, open positions %s', a.id, a.open_positions, count(p.id)) as fault
    from accounts a left join positions p on p.account_id = a.id and p.closed_at is null
    group by a.id having a.open_positions <> count(p.id)`,
};

const closesPosted: LedgerCheck = {
  title: 'Each closed position has its entry, with its profit and to its account',
  looked: 'select from positions where closed_at is not null',
  faults: `
    select format('position %s: profit %s, posted %s', c.id, c.profit_minor, coalesce(p.amount_minor::text, 'nothing')) as fault
    from positions c
    left join ledger_entries e on e.business_key = 'close:' || c.id
    left join ledger_postings p on p.entry_id = e.id and p.book = 'customer' and p.account_id = c.account_id
    where c.closed_at is not null and p.amount_minor is distinct from c.profit_minor`,
};

const noOtherCloses: LedgerCheck = {
  title: 'Each entry of a close belongs to a closed position',
  looked: `select from ledger_entries where business_key like 'close:%'`,
  faults: `
    select format('entry %s: no such closed position', e.business_key) as fault
    from ledger_entries e
    where e.business_key like 'close:%'
      and not exists (select from positions c where 'close:' || c.id = e.business_key and c.closed_at is not null)`,
};

export const ledgerChecks: readonly LedgerCheck[] = [
  entriesBalance,
  balancesAgree,
  chainsHold,
  investedAgrees,
  openCountsAgree,
  closesPosted,
  noOtherCloses,
];
