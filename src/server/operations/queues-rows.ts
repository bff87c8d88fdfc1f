import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import { isUnpaid, isUnreported } from '../payments/transactions/transaction-rows.ts';

/** What waits in the database to be carried out by the server, and what waits there for operators. */
const serverQueues = ['mails', 'mails_given_up', 'payment_reports', 'postbacks'] as const;
const operatorQueues = ['withdrawals', 'bank_deposits', 'held_deposits'] as const;

export interface WaitingQueue {
  queue: (typeof serverQueues | typeof operatorQueues)[number];
  waiting: number;
  /** Of the one that waits longest; 0 where none does. */
  oldestSeconds: number;
}

/** How much waits in each queue, an empty one too. `waits`: a select of what waits, in which queue and since when. */
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
    select 'payment_reports', received_at from payment_events where due_at is not null
    union all
    select 'postbacks', created_at from postback_deliveries where due_at is not null`),
);

/** What waits for the server. By indexes of what is due: it may be asked often. */
export async function loadServerQueues(queries: Queries, now: Date): Promise<WaitingQueue[]> {
  return withQueues(serverQueues, await waitsForServer.rows(queries, { now, queues: serverQueues }));
}

/** What is reported of a held payment `p` later does not begin its wait anew. */
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
 * What waits for operators: withdrawals to be sent, transfers that no provider reports on, and deposits that are held.
 * By indexes of what is under way, of which there may be much when nobody has looked at it for long.
 */
export async function loadOperatorQueues(queries: Queries, now: Date): Promise<WaitingQueue[]> {
  return withQueues(operatorQueues, await waitsForOperators.rows(queries, { now, queues: operatorQueues }));
}

/** The rows as they came, each with the queue of our list that it names. */
function withQueues(
  queues: readonly WaitingQueue['queue'][],
  rows: readonly (Omit<WaitingQueue, 'queue'> & { queue: string })[],
): WaitingQueue[] {
  return rows.flatMap(({ queue: name, ...waiting }) => {
    const queue = queues.find((known) => known === name);
    return queue ? [{ queue, ...waiting }] : [];
  });
}
