import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { PaymentRow } from '../payment-rows.ts';

/** A payment whose provider is polled. */
export interface AskedPayment extends Pick<
  PaymentRow,
  'transactionId' | 'accountId' | 'provider' | 'reference' | 'state'
> {
  /** Including the poll in progress. */
  asks: number;
  begunAt: Date;
}

const toAsk = statement('payment-providers-to-ask', 'select distinct provider from payments where ask_at <= :now');

/** The providers with payments that are due to be polled. */
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
 * Claims the provider's due payment that was polled least often, the longest due of those first. Nobody else polls it
 * before `until`. Null if none is due.
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
 * Schedules the next poll of a payment; null: never again, which also deletes the address of its page. A payment that
 * has ended meanwhile is left unchanged.
 */
export async function updateAskAt(queries: Queries, transactionId: string, askAt: Date | null): Promise<void> {
  await changeAskAt.write(queries, { transactionId, askAt });
}
