import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import { isUnpaid, isUnreported } from '../payments/transaction-rows.ts';

/** Queues in the database that the server processes. */
const serverQueues = ['closing_mails', 'mails', 'mails_given_up', 'payment_reports', 'postbacks'] as const;
/** Queues in the database that operators process. */
const operatorQueues = ['withdrawals', 'bank_deposits', 'held_deposits'] as const;

export interface WaitingQueue {
  queue: (typeof serverQueues | typeof operatorQueues)[number];
  waiting: number;
  /** Age of the oldest item; 0 if there is none. */
  oldestSeconds: number;
}

/**
 * SQL for the lengths of all queues, including empty ones. `waits` selects all waiting items: their queue, and since
 * when they wait.
 */
const queuesText = (waits: string) => `
  select queue as "queue!", count(since)::int as "waiting!",
    coalesce(extract(epoch from :now::timestamptz - min(since)), 0)::float8 as "oldestSeconds"
  from unnest(:queues::text[]) as q (queue) left join (${waits}) as w (waits_in, since) on w.waits_in = q.queue
  group by queue order by queue`;

const waitsForServer = statement(
  'queues-load',
  queuesText(`
    select case when due_at is null then 'mails_given_up' else 'mails' end, created_at from mail_outbox
    union all
    select 'closing_mails', created_at from notices where mail_due_at is not null
    union all
    select 'payment_reports', received_at from payment_events where due_at is not null
    union all
    select 'postbacks', created_at from postback_deliveries where due_at is not null`),
);

/** Loads the server's queues. The query uses the indexes of due items, so it may run often. */
export async function loadServerQueues(queries: Queries, now: Date): Promise<WaitingQueue[]> {
  return withQueues(serverQueues, await waitsForServer.rows(queries, { now, queues: serverQueues }));
}

/** Since when a held payment `p` waits. A later report does not restart its wait. */
const heldSince = `coalesce((select min(e.received_at) from payment_events e
  where e.transaction_id = p.transaction_id and e.outcome = 'hold' and e.settled_at is null), p.updated_at)`;

const waitsForOperators = statement(
  'operator-queues-load',
  queuesText(`
    select 'withdrawals', t.created_at from accounts a join transactions t on t.account_id = a.id
      where a.reserved_minor > 0 and ${isUnpaid}
    union all
    select 'bank_deposits', t.created_at from transactions t left join payments p on p.transaction_id = t.id
      where ${isUnreported}
    union all
    select 'held_deposits', ${heldSince} from payments p where p.state = 'differs'`),
);

/**
 * Loads the operators' queues: withdrawals to send, transfers that no provider reports on, and held deposits. The query
 * uses indexes but reads all open items, which may be many if operators have neglected them.
 */
export async function loadOperatorQueues(queries: Queries, now: Date): Promise<WaitingQueue[]> {
  return withQueues(operatorQueues, await waitsForOperators.rows(queries, { now, queues: operatorQueues }));
}

/** Leaves out rows whose queue is not in the list, which also gives the names their type. */
function withQueues(
  queues: readonly WaitingQueue['queue'][],
  rows: readonly (Omit<WaitingQueue, 'queue'> & { queue: string })[],
): WaitingQueue[] {
  return rows.flatMap(({ queue: name, ...waiting }) => {
    const queue = queues.find((known) => known === name);
    return queue ? [{ queue, ...waiting }] : [];
  });
}
