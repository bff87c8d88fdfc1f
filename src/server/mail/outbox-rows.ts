import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** A mail to add to the outbox. */
export interface WrittenMail {
  id: string;
  replyTo: string | null;
  subject: string;
  /** The plain text. */
  body: string;
  /** Null: plain text only. */
  html: string | null;
  createdAt: Date;
  /** The mail is not sent after this instant; null: it never expires. */
  expiresAt: Date | null;
}

/** A mail in the outbox. */
export interface OutboxRow extends WrittenMail {
  recipient: string;
  /** The number of attempts, including the one that is under way. */
  attempts: number;
}

const mailInsert = statement(
  'mails-insert',
  `insert into mail_outbox (id, recipient, reply_to, subject, body, html, created_at, due_at, expires_at)
   select * from unnest(:ids::uuid[], :recipients::text[], :repliesTo::text[], :subjects::text[], :bodies::text[],
     :htmls::text[], :createdAt::timestamptz[], :createdAt::timestamptz[], :expiresAt::timestamptz[])`,
);

export async function insertMails(
  queries: Queries,
  mails: readonly (WrittenMail & { recipient: string })[],
): Promise<void> {
  await mailInsert.write(queries, {
    ids: mails.map(({ id }) => id),
    recipients: mails.map(({ recipient }) => recipient),
    repliesTo: mails.map(({ replyTo }) => replyTo),
    subjects: mails.map(({ subject }) => subject),
    bodies: mails.map(({ body }) => body),
    htmls: mails.map(({ html }) => html),
    createdAt: mails.map(({ createdAt }) => createdAt),
    expiresAt: mails.map(({ expiresAt }) => expiresAt),
  });
}

const greetedFind = statement(
  'mail-greeted',
  `select first_name as "firstName!" from accounts where email = :email and not :isAffiliate::boolean
   union all
   select split_part(name, ' ', 1) from affiliates where email = :email and :isAffiliate::boolean`,
);

/** The first name of the customer or affiliate with this address (lower case); null if there is none. */
export async function findFirstName(
  queries: Queries,
  { email, isAffiliate }: { email: string; isAffiliate: boolean },
): Promise<string | null> {
  return (await greetedFind.first(queries, { email, isAffiliate }))?.firstName ?? null;
}

const mailClaim = statement(
  'mail-claim',
  `update mail_outbox set attempts = attempts + 1, due_at = :until
   where id = (
     select id from mail_outbox where due_at <= :now order by due_at, id limit 1 for update skip locked
   )
   returning id, recipient, reply_to as "replyTo", subject, body, html, created_at as "createdAt",
             expires_at as "expiresAt", attempts`,
);

/**
 * Claims the mail that has been due longest. Nobody else can claim it before `until`; no lock is held while it is sent.
 */
export async function claimMail(
  queries: Queries,
  { now, until }: { now: Date; until: Date },
): Promise<OutboxRow | undefined> {
  return (await mailClaim.first(queries, { now, until })) ?? undefined;
}

const mailDelete = statement('mail-delete', 'delete from mail_outbox where id = :id');

export async function deleteMail(queries: Queries, id: string): Promise<void> {
  await mailDelete.write(queries, { id });
}

const mailDeleteGivenUp = statement(
  'mail-delete-given-up',
  'delete from mail_outbox where due_at is null and created_at <= :writtenAt',
);

/** Deletes mails that were given up and written at `writtenAt` or before; returns how many. */
export function deleteGivenUp(queries: Queries, writtenAt: Date): Promise<number> {
  return mailDeleteGivenUp.write(queries, { writtenAt });
}

const mailPostpone = statement('mail-postpone', 'update mail_outbox set due_at = :dueAt? where id = :id');

/** Sets when the mail is due again; null if it is given up. */
export async function postponeMail(queries: Queries, id: string, dueAt: Date | null): Promise<void> {
  await mailPostpone.write(queries, { id, dueAt });
}
