import type { Queries } from '../db/database.ts';
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

interface Wanted {
  name: string;
  queues: readonly WaitingQueue['queue'][];
  /** A select of what waits: in which queue, and since when. */
  waits: string;
  now: Date;
}

/** Each queue, an empty one too. */
async function loadQueues(queries: Queries, { name, queues, waits, now }: Wanted): Promise<WaitingQueue[]> {
  const { rows } = await queries.query<WaitingQueue>({
    name,
    text: `
      select queue, count(since)::int as waiting,
        coalesce(extract(epoch from $1::timestamptz - min(since)), 0)::float8 as "oldestSeconds"
      from unnest($2::text[]) as q (queue) left join (${waits}) as w (waits_in, since) on w.waits_in = q.queue
      group by queue order by queue`,
    values: [now, queues],
  });
  return rows;
}

/** What waits for the server. By indexes of what is due: it may be asked often. */
export function loadServerQueues(queries: Queries, now: Date): Promise<WaitingQueue[]> {
  const waits = `
    select case when due_at is null then 'mails_given_up' else 'mails' end, created_at from mail_outbox
    union all
    select 'payment_reports', received_at from payment_events where due_at is not null
    union all
    select 'postbacks', created_at from postback_deliveries where due_at is not null`;
  return loadQueues(queries, { name: 'queues-load', queues: serverQueues, waits, now });
}

/** What is reported of a held payment `p` later does not begin its wait anew. */
const heldSince = `coalesce((select min(e.received_at) from payment_events e
  where e.transaction_id = p.transaction_id and e.outcome = 'hold' and e.settled_at is null), p.updated_at)`;

/**
 * What waits for operators: withdrawals to be sent, transfers that no provider reports on, and deposits that are held. By indexes of what is
 * under way, of which there may be much when nobody has looked at it for long.
 */
export function loadOperatorQueues(queries: Queries, now: Date): Promise<WaitingQueue[]> {
  const waits = `
    select 'withdrawals', t.created_at from accounts a join transactions t on t.account_id = a.id
      where a.reserved_minor > 0 and ${isUnpaid}
    union all
    select 'bank_deposits', t.created_at from transactions t left join payments p on p.transaction_id = t.id
      where ${isUnreported}
    union all
    select 'held_deposits', ${heldSince} from payments p where p.state = 'differs'`;
  return loadQueues(queries, { name: 'operator-queues-load', queues: operatorQueues, waits, now });
}
