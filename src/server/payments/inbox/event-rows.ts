import type { Queries } from '../../db/database.ts';
import type { PaymentEvent } from '../payment-driver.ts';

/** What providers reported, in the order in which it is worked off. */
export interface EventRow {
  id: string;
  provider: string;
  event: PaymentEvent;
  receivedAt: Date;
  /** The one that is under way included. */
  attempts: number;
}

export interface NewEvent {
  id: string;
  provider: string;
  eventKey: string;
  /** As it came. */
  body: Buffer;
  event: PaymentEvent;
  at: Date;
}

/** Keeps events to be worked off, in one statement; the ids of those that were not there before. */
export async function insertEvents(queries: Queries, events: readonly NewEvent[]): Promise<ReadonlySet<string>> {
  const { rows } = await queries.query<{ id: string }>({
    name: 'payment-events-insert',
    // In one order everywhere: two statements with the same reports would wait for each other.
    text: `insert into payment_events (id, provider, event_key, body, event, received_at, due_at)
      select id, provider, event_key, body, event, at, at
      from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::jsonb[], $6::timestamptz[])
        as e (id, provider, event_key, body, event, at)
      order by provider, event_key
      on conflict (provider, event_key) do nothing returning id::text`,
    values: [
      events.map(({ id }) => id),
      events.map(({ provider }) => provider),
      events.map(({ eventKey }) => eventKey),
      events.map(({ body }) => body),
      events.map(({ event }) => JSON.stringify(event)),
      events.map(({ at }) => at),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Locks the event that is due longest and that nobody else works off; null where there is none. */
export async function lockDueEvent(queries: Queries, now: Date): Promise<EventRow | null> {
  const { rows } = await queries.query<EventRow>({
    name: 'payment-event-lock',
    text: `select id::text, provider, event, received_at as "receivedAt", attempts + 1 as attempts from payment_events
      where due_at <= $1 order by due_at, id limit 1 for update skip locked`,
    values: [now],
  });
  return rows[0] ?? null;
}

/** What was worked off is one of the reports of its payment from now on. */
export async function finishEvent(
  queries: Queries,
  { id, transactionId, outcome }: { id: string; transactionId: string; outcome: string },
): Promise<void> {
  await queries.query({
    name: 'payment-event-finish',
    text: `update payment_events set due_at = null, attempts = attempts + 1, transaction_id = $2, outcome = $3
      where id = $1`,
    values: [id, transactionId, outcome],
  });
}

/** Keeps what a provider answered, as a report that was worked off; the same answer once. */
export async function insertAnswer(
  queries: Queries,
  answer: NewEvent & { transactionId: string; outcome: string },
): Promise<void> {
  const { id, provider, eventKey, body, event, at, transactionId, outcome } = answer;
  await queries.query({
    name: 'payment-answer-insert',
    text: `insert into payment_events (id, provider, event_key, body, event, received_at, attempts, transaction_id, outcome)
      values ($1, $2, $3, $4, $5, $6, 1, $7, $8) on conflict (provider, event_key) do nothing`,
    values: [id, provider, eventKey, body, JSON.stringify(event), at, transactionId, outcome],
  });
}

/** Null: nobody tries any more. */
export async function postponeEvent(queries: Queries, id: string, dueAt: Date | null, outcome: string): Promise<void> {
  await queries.query({
    name: 'payment-event-postpone',
    text: 'update payment_events set due_at = $2, attempts = attempts + 1, outcome = $3 where id = $1',
    values: [id, dueAt, outcome],
  });
}

/**
 * The provider's name for a payment is known now: reports by that name alone, which came before, are due at once. False where there are
 * none. Others are found by our own name, and may be under way.
 */
export async function hastenEvents(
  queries: Queries,
  { provider, reference, at }: { provider: string; reference: string; at: Date },
): Promise<boolean> {
  const { rowCount } = await queries.query({
    name: 'payment-event-hasten',
    text: `update payment_events set due_at = $3 where due_at is not null and provider = $1 and event ->> 'reference' = $2
      and event ->> 'transactionId' is null`,
    values: [provider, reference, at],
  });
  return rowCount !== 0;
}

/** Empties what providers sent before that, of reports that nobody works off any more; how many those were. */
export async function forgetBodies(
  queries: Queries,
  { receivedBefore, limit }: { receivedBefore: Date; limit: number },
): Promise<number> {
  const { rowCount } = await queries.query({
    name: 'payment-event-bodies-forget',
    text: `update payment_events set body = '' where id in (
        select id from payment_events where received_at < $1 and body <> '' and due_at is null
        order by received_at limit $2 for update skip locked
      )`,
    values: [receivedBefore, limit],
  });
  return rowCount ?? 0;
}
