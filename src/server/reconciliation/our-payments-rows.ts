import { typeIds } from '../../lib/transactions/transaction-types.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { OurPayment } from './payment-differences.ts';

const operatorOurPayments = statement(
  'operator-our-payments',
  `with posted as (
     select split_part(e.business_key, ':', 2) as id, -sum(l.amount_minor)::bigint as amount_minor, min(e.recorded_at) as at
     from ledger_postings l join ledger_entries e on e.id = l.entry_id
     where l.book = 'provider' and l.party = :provider group by 1
   ), asked as (select * from payments where provider = :provider)
   select t.id as "transactionId", t.account_id as "accountId",
     t.type_id = ${typeIds.manualDeposit} and t.amount_minor < 0 as "isReversed!", a.reference,
     t.amount_minor as "askedMinor", p.amount_minor as "postedMinor",
     coalesce(a.currency, :currency) as "currency!", t.status, a.note,
     (select s.by_operator from transaction_steps s
       where s.transaction_id = a.transaction_id and s.step = 'approved') as "creditedBy",
     coalesce(p.at, a.updated_at) as "at!"
   from posted p full join asked a on a.transaction_id::text = p.id
   join transactions t on t.id = coalesce(a.transaction_id, p.id::uuid)
   order by coalesce(p.at, a.updated_at), t.id`,
  { planned: 'afresh' },
);

/**
 * Loads the payments that a provider was asked for, and everything else on its book: payouts, and what an operator
 * credited. A posting on a provider's book is negative if money came in; here amounts have the sign of the transaction.
 * `currency` applies to transactions without a payment.
 */
export function loadOurPayments(
  queries: Queries,
  wanted: { provider: string; currency: string },
): Promise<OurPayment[]> {
  return operatorOurPayments.rows(queries, wanted);
}

const operatorProviderNames = statement(
  'operator-provider-names',
  `select provider as "name!" from payments union select party from ledger_postings where party is not null order by 1`,
  { planned: 'afresh' },
);

/** The names of providers in payments and in the books. */
export async function loadProviderNames(queries: Queries): Promise<string[]> {
  return (await operatorProviderNames.rows(queries)).map(({ name }) => name);
}

/** A provider's report about a payment, as stored in the inbox. */
export interface KeptReport {
  transactionId: string | null;
  reference: string | null;
  said: string;
  amountMinor: number;
  currency: string;
  /** The outcome, as a short text; null: it was not processed yet. */
  outcome: string | null;
  /** The transaction whose payment it was matched with; null if there was none. */
  payment: string | null;
}

const operatorReportsByNames = statement(
  'operator-reports-by-names',
  `select event ->> 'transactionId' as "transactionId", event ->> 'reference' as reference, event ->> 'outcome' as "said!",
     (event ->> 'amountMinor')::bigint as "amountMinor!", event ->> 'currency' as "currency!", outcome,
     transaction_id::text as payment
   from payment_events
   where provider = :provider and (event ->> 'transactionId' = any(:names) or event ->> 'reference' = any(:names))
   order by received_at, id`,
  { planned: 'afresh' },
);

/**
 * The reports about payments with these names (our id or the provider's reference), in the order in which they came.
 */
export function loadReports(
  queries: Queries,
  wanted: { provider: string; names: readonly string[] },
): Promise<KeptReport[]> {
  return operatorReportsByNames.rows(queries, wanted);
}
