import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { Mail } from './mail.ts';
import type { WrittenMail } from './outbox-rows.ts';
import { insertMail, insertMailToAccount } from './outbox-rows.ts';

type WritingParts = Pick<Runtime, 'now' | 'newId'>;

/** Adds a mail to the outbox within the caller's database transaction: it is sent if, and only if, that commits. */
export async function writeMail(queries: Queries, runtime: WritingParts, { to, ...mail }: Mail): Promise<void> {
  await insertMail(queries, { ...written(runtime, mail), recipient: to });
}

/** Like `writeMail`, to the address that the account has at that moment. */
export async function writeMailToAccount(
  queries: Queries,
  runtime: WritingParts,
  { accountId, ...mail }: Omit<Mail, 'to'> & { accountId: number },
): Promise<void> {
  await insertMailToAccount(queries, { ...written(runtime, mail), accountId });
}

function written(runtime: WritingParts, { replyTo, subject, text, worthMs }: Omit<Mail, 'to'>): WrittenMail {
  const createdAt = new Date(runtime.now());
  const expiresAt = worthMs === undefined ? null : new Date(createdAt.getTime() + worthMs);
  return { id: runtime.newId(), replyTo: replyTo ?? null, subject, body: text, createdAt, expiresAt };
}
