import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { PaymentEvent } from '../payment-provider.ts';
import type { PaymentRow } from '../payment-rows.ts';

/** A provider's report; reports are processed in the order in which they are due. */
export interface EventRow {
  id: string;
  provider: string;
  event: PaymentEvent;
  receivedAt: Date;
  /** The number of attempts, including the one in progress. */
  attempts: number;
}

export interface NewEvent {
  id: string;
  provider: string;
  eventKey: string;
  /** The body as received. */
  body: Buffer;
  event: PaymentEvent;
  at: Date;
}

const insert = statement(
  'payment-events-insert',
  // Inserts in a fixed order: two statements that insert the same reports in different orders would deadlock.
  `insert into payment_events (id, provider, event_key, body, event, received_at, due_at)
   select id, provider, event_key, body, event, at, at
   from unnest(:ids::uuid[], :providers::text[], :eventKeys::text[], :bodies::bytea[], :events::jsonb[], :at::timestamptz[])
     as e (id, provider, event_key, body, event, at)
   order by provider, event_key
   on conflict (provider, event_key) do nothing returning id`,
);

/** Stores events for processing, in one statement; returns the ids of those that are new. */
export async function insertEvents(queries: Queries, events: readonly NewEvent[]): Promise<ReadonlySet<string>> {
  const rows = await insert.rows(queries, {
    ids: events.map(({ id }) => id),
    providers: events.map(({ provider }) => provider),
    eventKeys: events.map(({ eventKey }) => eventKey),
    bodies: events.map(({ body }) => body),
    events: events.map(({ event }) => JSON.stringify(event)),
    at: events.map(({ at }) => at),
  });
  return new Set(rows.map(({ id }) => id));
}

const lockDue = statement(
  'payment-event-lock',
  `select id, provider, event, received_at as "receivedAt", attempts + 1 as "attempts!" from payment_events
   where due_at <= :now order by due_at, id limit 1 for update skip locked`,
);

/** Locks the event that has been due longest and that nobody else is processing; null if there is none. */
export function lockDueEvent(queries: Queries, now: Date): Promise<EventRow | null> {
  return lockDue.first(queries, { now });
}

const finish = statement(
  'payment-event-finish',
  `update payment_events set due_at = null, attempts = attempts + 1, transaction_id = :transactionId, outcome = :outcome
   where id = :id`,
);

/** Marks an event as processed: it becomes one of the reports of its payment. */
export async function finishEvent(
  queries: Queries,
  finished: { id: string; transactionId: string; outcome: string },
): Promise<void> {
  await finish.write(queries, finished);
}

const insertOne = statement(
  'payment-answer-insert',
  `insert into payment_events (id, provider, event_key, body, event, received_at, attempts, transaction_id, outcome)
   values (:id, :provider, :eventKey, :body, :event, :at, 1, :transactionId, :outcome)
   on conflict (provider, event_key) do nothing`,
);

/** Stores a provider's answer as a processed report; an identical answer is stored once. */
export async function insertAnswer(
  queries: Queries,
  answer: NewEvent & { transactionId: string; outcome: string },
): Promise<void> {
  await insertOne.write(queries, { ...answer, event: JSON.stringify(answer.event) });
}

const postpone = statement(
  'payment-event-postpone',
  'update payment_events set due_at = :dueAt?, attempts = attempts + 1, outcome = :outcome where id = :id',
);

/** Schedules the next attempt at an event; `dueAt` null: the event is given up. */
export async function postponeEvent(queries: Queries, id: string, dueAt: Date | null, outcome: string): Promise<void> {
  await postpone.write(queries, { id, dueAt, outcome });
}

const forget = statement(
  'payment-event-bodies-forget',
  `update payment_events set body = '' where id in (
     select id from payment_events where received_at < :receivedBefore and body <> '' and due_at is null
     order by received_at limit :limit for update skip locked
   )`,
);

/**
 * Empties the stored bodies of reports that were received before `receivedBefore` and no longer wait to be processed.
 * Returns how many bodies it emptied.
 */
export function forgetBodies(queries: Queries, which: { receivedBefore: Date; limit: number }): Promise<number> {
  return forget.write(queries, which);
}

/** A payment whose provider is polled. */
export interface AskedPayment extends Pick<
  PaymentRow,
  'transactionId' | 'accountId' | 'provider' | 'reference' | 'state'
> {
  /** The number of polls, including the one in progress. */
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
 * Claims the provider's due payment that was polled least often; of several, the one that has been due longest. Nobody
 * else polls it before `until`. Null if none is due.
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
