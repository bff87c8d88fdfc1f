import { typeIds } from '../../../lib/transactions/transaction-types.ts';
import { factKinds } from '../fact-kinds.ts';
import type { CountedCheck } from './ledger-check.ts';

/** About entries and what they are of. The names and numbers in these statements are the code's own. */

const listed = (values: readonly (string | number)[]) => values.map((value) => `'${value}'`).join(', ');
const withTypes = factKinds.flatMap(({ kind, typeIds = [] }) => typeIds.map((typeId) => ({ kind, typeId })));
const kindsOfTypes = `(values ${withTypes.map(({ kind, typeId }) => `('${kind}', ${typeId})`).join(', ')}) as k (kind, type_id)`;

// What an entry can be of, by its business key. What came back of a withdrawal was once named by the withdrawal's kind. A transaction
// without effect has no entry, but a withdrawal has one as soon as it is asked for.
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
  title: 'Each entry belongs to something that is known, and to one account',
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

// An account whose books were divided later has entries on the former ones, all of them older than the division.
const booksFit: CountedCheck = {
  title: 'Each posting is on a book of its kind of entry',
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

export const entryChecks: readonly CountedCheck[] = [entriesKnown, booksFit];
