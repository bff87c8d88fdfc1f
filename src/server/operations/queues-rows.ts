import type { Queries } from '../db/database.ts';

/** What waits in the database to be carried out by the server. */
export interface WaitingQueue {
  queue: 'mails' | 'mails_given_up' | 'payment_reports' | 'postbacks';
  waiting: number;
  /** Of the one that waits longest; 0 where none does. */
  oldestSeconds: number;
}

/** Each queue, an empty one too. By indexes of what is due: it may be asked often. */
export async function loadQueues(queries: Queries, now: Date): Promise<WaitingQueue[]> {
  const { rows } = await queries.query<WaitingQueue>({
    name: 'queues-load',
    text: `
      select queue, count(since)::int as waiting,
        coalesce(extract(epoch from $1::timestamptz - min(since)), 0)::float8 as "oldestSeconds"
      from (values ('mails'), ('mails_given_up'), ('payment_reports'), ('postbacks')) as q (queue)
      left join (
        select case when due_at is null then 'mails_given_up' else 'mails' end as waits_in, created_at as since from mail_outbox
        union all
        select 'payment_reports', received_at from payment_events where due_at is not null
        union all
        select 'postbacks', created_at from postback_deliveries where due_at is not null
      ) as w on w.waits_in = q.queue
      group by queue order by queue`,
    values: [now],
  });
  return rows;
}
