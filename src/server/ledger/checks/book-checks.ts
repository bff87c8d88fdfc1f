import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import { factKinds } from '../fact-kinds.ts';
import type { CountedCheck } from './ledger-check.ts';

const entriesBalance: CountedCheck = {
  title: 'The postings of each entry sum to zero',
  looked: 'select from ledger_entries',
  faults: `
    select format('entry %s: %s postings that sum to %s', e.business_key, count(p.line), coalesce(sum(p.amount_minor), 0)) as fault
    from ledger_entries e left join ledger_postings p on p.entry_id = e.id
    group by e.id having count(p.line) < 2 or sum(p.amount_minor) <> 0`,
};

// The balance of each book of an account, from its cached sums.
const heldByBook = `
  lateral (values
    ('customer', a.balance_minor - a.bonus_minor - a.credit_minor),
    ('customer_bonus', a.bonus_minor),
    ('customer_credit', a.credit_minor),
    ('customer_reserved', a.reserved_minor)
  ) as b (book, held)`;

// The books that each cached sum of an account covers.
const cachedSums = `
  lateral (values
    ('balance', a.balance_minor, array['customer', 'customer_bonus', 'customer_credit']),
    ('bonus', a.bonus_minor, array['customer_bonus']),
    ('credit', a.credit_minor, array['customer_credit']),
    ('reserved', a.reserved_minor, array['customer_reserved'])
  ) as s (name, cached, books)`;

const sumsAgree: CountedCheck = {
  title: 'Balance, bonus, credit and reserve of each account are the sums of its postings',
  looked: 'select from accounts',
  faults: `
    select format('account %s: %s %s, postings %s', a.id, s.name, s.cached, coalesce(sum(p.amount_minor), 0)) as fault
    from accounts a cross join ${cachedSums}
    left join (
      select account_id, book, sum(amount_minor) as amount_minor from ledger_postings
      where account_id is not null group by account_id, book
    ) p on p.account_id = a.id and p.book = any(s.books)
    group by a.id, s.name, s.cached having s.cached <> coalesce(sum(p.amount_minor), 0)`,
};

// The balance before each posting must be the balance after another posting of the same book. The exceptions are zero,
// before the first posting, and what the book holds, after the last. Both sides are counted by balance and not put in
// order, because postings of one commit have no order.
const chainsHold: CountedCheck = {
  title: 'Each customer posting starts from what the previous one left in its book',
  looked: `select from ledger_postings where account_id is not null`,
  faults: `
    select format('account %s: the chain of the book %s breaks at %s', account_id, book, held) as fault
    from (
      select account_id, book, balance_after_minor as held, 1 as side from ledger_postings where account_id is not null
      union all
      select account_id, book, balance_after_minor - amount_minor, -1 from ledger_postings where account_id is not null
      union all
      select a.id, b.book, 0, 1 from accounts a cross join ${heldByBook}
      union all
      select a.id, b.book, b.held, -1 from accounts a cross join ${heldByBook}
    ) sides
    group by account_id, book, held having sum(side) <> 0`,
};

// If somebody removes the newest entries together with everything they belong to, the books still agree, but the counts
// do not.
const nothingMissing: CountedCheck = {
  title: 'Each account has as many postings as the database has counted, up to the same entry',
  looked: 'select from ledger_heads',
  faults: `
    select format('account %s: %s postings up to entry number %s, counted were %s up to %s', coalesce(h.account_id, p.account_id),
      coalesce(p.postings, 0), coalesce(p.newest, 0), coalesce(h.postings, 0), coalesce(h.newest, 0)) as fault
    from ledger_heads h full join (
      select p.account_id, count(*) as postings, max(e.number) as newest
      from ledger_postings p join ledger_entries e on e.id = p.entry_id where p.account_id is not null group by p.account_id
    ) as p on p.account_id = h.account_id
    where (h.postings, h.newest) is distinct from (p.postings, p.newest)`,
};

/** Checks that compare the books only with themselves. */
export const bookChecks: readonly CountedCheck[] = [entriesBalance, sumsAgree, chainsHold, nothingMissing];

/** A list of SQL literals. The values come from the code, never from input. */
const listed = (values: readonly (string | number)[]) => values.map((value) => `'${value}'`).join(', ');
const withTypes = factKinds.flatMap(({ kind, typeIds = [] }) => typeIds.map((typeId) => ({ kind, typeId })));
const kindsOfTypes = `(values ${withTypes.map(({ kind, typeId }) => `('${kind}', ${typeId})`).join(', ')}) as k (kind, type_id)`;

// Everything that may have an entry, by business key. Returned withdrawals once had keys of the kind `withdrawal`. A
// transaction without effect has no entry, but a withdrawal has one as soon as it is requested.
const known = `(
  select 'close:' || id as business_key, account_id from positions where closed_at is not null
  union all
  select k.kind || ':' || t.id, t.account_id from transactions t join ${kindsOfTypes} on k.type_id = t.type_id
  where t.status = 'approved' or t.type_id = ${typeIds.withdrawal}
  union all
  select 'withdrawal:' || id, account_id from transactions where type_id = ${typeIds.withdrawalReturned} and status = 'approved'
  union all
  select 'opened-books:' || id, id from accounts
)`;

const entriesKnown: CountedCheck = {
  title: 'Each entry belongs to one account and to something that exists',
  looked: 'select from ledger_entries',
  faults: `
    select format('entry %s: nothing that it could be of', e.business_key) as fault
    from ledger_entries e left join ${known} as n on n.business_key = e.business_key
    where n.business_key is null
    union all
    select format('entry %s: posted to account %s, but it is of account %s', e.business_key, p.account_id, n.account_id)
    from ledger_postings p join ledger_entries e on e.id = p.entry_id join ${known} as n on n.business_key = e.business_key
    where p.account_id <> n.account_id`,
};

const kindRows = factKinds.map(({ kind, books, formerBooks = [] }) => {
  return `('${kind}', array[${listed(books)}], array[${listed(formerBooks)}]::text[])`;
});

// If an account's books were split later, its entries from before the split are on the former books.
const booksFit: CountedCheck = {
  title: 'Each posting is on a book that its kind of entry uses',
  looked: 'select from ledger_postings',
  faults: `
    select format('entry %s: a posting on the book %s', e.business_key, p.book) as fault
    from ledger_postings p join ledger_entries e on e.id = p.entry_id
    join (values ${kindRows.join(', ')}) as k (kind, books, former) on k.kind = split_part(e.business_key, ':', 1)
    where p.book <> all(k.books)
      and not (p.book = any(k.former) and exists (
        select from ledger_postings own join ledger_entries o on o.business_key = 'opened-books:' || own.account_id
        where own.entry_id = e.id and own.account_id is not null and o.recorded_at >= e.recorded_at))`,
};

/** Checks of entries against the things that they belong to. */
export const entryChecks: readonly CountedCheck[] = [entriesKnown, booksFit];
