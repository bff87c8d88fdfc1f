import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { PaymentRow } from '../payment-rows.ts';

/** A payment whose provider is asked what became of it. */
export interface AskedPayment extends Pick<
  PaymentRow,
  'transactionId' | 'accountId' | 'provider' | 'reference' | 'state'
> {
  /** The one that is under way included. */
  asks: number;
  begunAt: Date;
}

const toAsk = statement('payment-providers-to-ask', 'select distinct provider from payments where ask_at <= :now');

/** The providers of whom there is something to be asked. */
export async function listProvidersToAsk(queries: Queries, now: Date): Promise<string[]> {
  return (await toAsk.rows(queries, { now })).map(({ provider }) => provider);
}

const claim = statement(
  'payment-claim-ask',
  `update payments p set asks = p.asks + 1, ask_at = :until
   from transactions t
   where t.id = p.transaction_id and p.transaction_id = (
     select transaction_id from payments where ask_at <= :now and provider = :provider
     order by asks, ask_at, transaction_id limit 1 for update skip locked
   )
   returning p.transaction_id as "transactionId", p.account_id as "accountId", p.provider, p.reference, p.state, p.asks,
     t.created_at as "begunAt"`,
);

/**
 * Takes the payment of a provider that was asked about least, of those the one that is due longest, so that nobody else
 * asks about it before `until`; null where none is due.
 */
export function claimAsk(
  queries: Queries,
  wanted: { provider: string; now: Date; until: Date },
): Promise<AskedPayment | null> {
  return claim.first(queries, wanted);
}

const changeAskAt = statement(
  'payment-ask-at',
  `update payments set ask_at = :askAt?::timestamptz,
     redirect_url = case when :askAt?::timestamptz is not null then redirect_url end
   where transaction_id = :transactionId and state in ('created', 'started')`,
);

/**
 * When a payment is asked about next; null: never again, and nobody is led to its page any more. What has come to its
 * end meanwhile stays as it is.
 */
export async function updateAskAt(queries: Queries, transactionId: string, askAt: Date | null): Promise<void> {
  await changeAskAt.write(queries, { transactionId, askAt });
}
