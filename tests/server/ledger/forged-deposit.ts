export interface ForgedDeposit {
  /** SQL in brackets that selects the id of the account. */
  account: string;
  /** The provider in the posting; null imitates entries from before providers were recorded. */
  party: string | null;
  operator?: string;
  hasPayment?: boolean;
  amountMinor?: number;
  /** An explicit entry number instead of the generated one. */
  number?: number;
  minutesAgo?: number;
}

const quoted = (text: string | null | undefined) => (text == null ? 'null' : `'${text}'`);

/**
 * SQL that forges a deposit, as somebody with write access to the database could. It writes every row of a real deposit
 * except the record of why it was credited: the provider's report or the operator's command.
 */
export function forgedDeposit(made: ForgedDeposit): string {
  const { account, party, operator, hasPayment = false, amountMinor = 100, number, minutesAgo = 0 } = made;
  const said = number === undefined ? '' : ', number';
  const at = `now() - ${minutesAgo} * interval '1 minute'`;
  return `
    with made as (
      insert into transactions (id, account_id, type_id, status, amount_minor, created_at, updated_at)
      select gen_random_uuid(), ${account}, 3, 'approved', ${amountMinor}, ${at}, ${at} returning *
    ), steps as (
      insert into transaction_steps (transaction_id, step, at, by_operator)
      select id, 'approved', created_at, ${quoted(operator)} from made
    ), paid as (
      insert into payments (transaction_id, account_id, provider, state, amount_minor, currency, updated_at)
      select id, account_id, ${quoted(party)}, 'succeeded', amount_minor, 'EUR', created_at from made where ${hasPayment}
    ), entry as (
      insert into ledger_entries (id, business_key, recorded_at${said}) ${said && 'overriding system value'}
      select gen_random_uuid(), 'deposit:' || id, created_at${said && `, ${number}`} from made returning id
    ), posted as (
      insert into ledger_postings (entry_id, line, book, account_id, amount_minor, balance_after_minor, party)
      select entry.id, l.* from entry, made, accounts a, lateral (values
        (0, 'customer', a.id, made.amount_minor, a.balance_minor - a.bonus_minor - a.credit_minor + made.amount_minor, null),
        (1, 'provider', null, -made.amount_minor, null, ${quoted(party)})) as l where a.id = made.account_id
    )
    update accounts set balance_minor = balance_minor + ${amountMinor} where id = ${account}`;
}
