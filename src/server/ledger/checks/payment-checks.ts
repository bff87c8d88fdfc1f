import type { LedgerCheck } from './ledger-check.ts';

/** About what payment providers were asked for. */

// One that differs after it was credited waits for an operator: a refund, or a second report with another amount.
const paymentsAgree: LedgerCheck = {
  title:
    'Each payment has succeeded if its transaction is approved, and only then; of the same account, and amount, unless an operator credited another',
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

const providersAgree: LedgerCheck = {
  title: 'What a payment brought lies with the provider that it was made by',
  looked: `select from payments p join transactions t on t.id = p.transaction_id where t.status = 'approved'`,
  faults: `
    select format('payment %s: by %s, posted to %s', p.transaction_id, p.provider, coalesce(l.party, 'nobody')) as fault
    from payments p
    join ledger_entries e on e.business_key = 'deposit:' || p.transaction_id
    left join ledger_postings l on l.entry_id = e.id and l.book = 'provider'
    where l.party is distinct from p.provider`,
};

export const paymentChecks: readonly LedgerCheck[] = [paymentsAgree, providersAgree];
