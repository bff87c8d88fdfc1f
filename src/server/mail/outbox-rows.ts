import type { Queries } from '../db/database.ts';

/** A mail as it is put into the outbox. */
export interface WrittenMail {
  id: string;
  replyTo: string | null;
  subject: string;
  body: string;
  createdAt: Date;
  /** From then on it is not sent any more; null: there is no such time. */
  expiresAt: Date | null;
}

/** A mail in the outbox. */
export interface OutboxRow extends WrittenMail {
  recipient: string;
  /** The one that is under way included. */
  attempts: number;
}

export async function insertMail(queries: Queries, mail: WrittenMail & { recipient: string }): Promise<void> {
  const { id, recipient, replyTo, subject, body, createdAt, expiresAt } = mail;
  await queries.query({
    name: 'mail-insert',
    text: `insert into mail_outbox (id, recipient, reply_to, subject, body, created_at, due_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    values: [id, recipient, replyTo, subject, body, createdAt, expiresAt],
  });
}

/** To the address that the account has at that moment. */
export async function insertMailToAccount(queries: Queries, mail: WrittenMail & { accountId: number }): Promise<void> {
  const { id, accountId, replyTo, subject, body, createdAt, expiresAt } = mail;
  await queries.query({
    name: 'mail-insert-to-account',
    text: `insert into mail_outbox (id, recipient, reply_to, subject, body, created_at, due_at, expires_at)
           select $1, email, $3, $4, $5, $6, $6, $7 from accounts where id = $2`,
    values: [id, accountId, replyTo, subject, body, createdAt, expiresAt],
  });
}

/** Takes the mail that is due longest, so that nobody else takes it before `until`: no lock is held while it is sent. */
export async function claimMail(
  queries: Queries,
  { now, until }: { now: Date; until: Date },
): Promise<OutboxRow | undefined> {
  const { rows } = await queries.query<OutboxRow>({
    name: 'mail-claim',
    text: `update mail_outbox set attempts = attempts + 1, due_at = $2
           where id = (
             select id from mail_outbox where due_at <= $1 order by due_at, id limit 1 for update skip locked
           )
           returning id, recipient, reply_to as "replyTo", subject, body, created_at as "createdAt",
                     expires_at as "expiresAt", attempts`,
    values: [now, until],
  });
  return rows[0];
}

export async function deleteMail(queries: Queries, id: string): Promise<void> {
  await queries.query({ name: 'mail-delete', text: 'delete from mail_outbox where id = $1', values: [id] });
}

/** Deletes the mails that are given up and were written at `writtenAt` or before; returns how many. */
export async function deleteGivenUp(queries: Queries, writtenAt: Date): Promise<number> {
  const { rowCount } = await queries.query({
    name: 'mail-delete-given-up',
    text: 'delete from mail_outbox where due_at is null and created_at <= $1',
    values: [writtenAt],
  });
  return rowCount ?? 0;
}

/** Null: never again. */
export async function postponeMail(queries: Queries, id: string, dueAt: Date | null): Promise<void> {
  await queries.query({
    name: 'mail-postpone',
    text: 'update mail_outbox set due_at = $2 where id = $1',
    values: [id, dueAt],
  });
}
