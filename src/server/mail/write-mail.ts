import type { Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { writeLetter } from './write-letter.ts';
import type { LetterMail, Mail } from './mail.ts';
import { findFirstName, insertMails } from './outbox-rows.ts';

type WritingParts = Pick<Runtime, 'now' | 'newId'>;

/** A letter to a customer whose first name the caller knows. */
export interface GreetingMail extends LetterMail {
  firstName: string;
}

/** Adds a mail to the outbox within the caller's database transaction: it is sent if, and only if, that commits. */
export async function writeMail(queries: Queries, runtime: WritingParts, mail: Mail): Promise<void> {
  if ('letter' in mail) return insertMails(queries, [lettered(runtime, mail, await firstNameOf(queries, mail))]);
  const { replyTo = null, subject, text } = mail;
  await insertMails(queries, [{ ...posted(runtime, mail), replyTo, subject, body: text, html: null }]);
}

/** Like `writeMail`, for letters to many customers in one SQL statement. */
export function writeLetters(queries: Queries, runtime: WritingParts, mails: readonly GreetingMail[]): Promise<void> {
  return insertMails(
    queries,
    mails.map((mail) => lettered(runtime, mail, mail.firstName)),
  );
}

function posted(runtime: WritingParts, { to, worthMs }: Mail) {
  const createdAt = new Date(runtime.now());
  const expiresAt = worthMs === undefined ? null : new Date(createdAt.getTime() + worthMs);
  return { id: runtime.newId(), recipient: to, createdAt, expiresAt };
}

function lettered(runtime: WritingParts, mail: LetterMail, firstName: string | null) {
  const { subject, text, html } = writeLetter(mail.letter, firstName);
  return { ...posted(runtime, mail), replyTo: null, subject, body: text, html };
}

function firstNameOf(queries: Queries, { to, letter: { greets } }: LetterMail): Promise<string | null> {
  if (greets === null) return Promise.resolve(null);
  return findFirstName(queries, { email: to, isAffiliate: greets === 'affiliate' });
}
