import type { Queries } from '../../db/database.ts';
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

/** The providers of whom there is something to be asked. */
export async function listProvidersToAsk(queries: Queries, now: Date): Promise<string[]> {
  const { rows } = await queries.query<{ provider: string }>({
    name: 'payment-providers-to-ask',
    text: 'select distinct provider from payments where ask_at <= $1',
    values: [now],
  });
  return rows.map(({ provider }) => provider);
}

/**
 * Takes the payment of a provider that was asked about least, of those the one that is due longest, so that nobody else asks about it
 * before `until`; null where none is due.
 */
export async function claimAsk(
  queries: Queries,
  { provider, now, until }: { provider: string; now: Date; until: Date },
): Promise<AskedPayment | null> {
  const { rows } = await queries.query<AskedPayment>({
    name: 'payment-claim-ask',
    text: `update payments p set asks = p.asks + 1, ask_at = $3
      from transactions t
      where t.id = p.transaction_id and p.transaction_id = (
        select transaction_id from payments where ask_at <= $2 and provider = $1
        order by asks, ask_at, transaction_id limit 1 for update skip locked
      )
      returning p.transaction_id::text as "transactionId", p.account_id as "accountId", p.provider, p.reference, p.state, p.asks,
        t.created_at as "begunAt"`,
    values: [provider, now, until],
  });
  return rows[0] ?? null;
}

/** When a payment is asked about next; null: never again, and nobody is led to its page any more. What has come to its end meanwhile stays as it is. */
export async function updateAskAt(queries: Queries, transactionId: string, askAt: Date | null): Promise<void> {
  await queries.query({
    name: 'payment-ask-at',
    text: `update payments set ask_at = $2::timestamptz,
        redirect_url = case when $2::timestamptz is not null then redirect_url end
      where transaction_id = $1 and state in ('created', 'started')`,
    values: [transactionId, askAt],
  });
}
