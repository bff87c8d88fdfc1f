import type { Read } from './command-area.ts';
import type { Said } from './declared-area.ts';
import { readEmail, readReason } from './read-arguments.ts';

/** Whom an act is about, and why. */
export interface Who {
  email: string;
  reason: string;
}

/** The email at the first place, in lower case. */
export function readWho({ at }: Said): Read<string> {
  const email = readEmail(at(0));
  return email === null ? { ok: false, why: `${at(0)} is no email.` } : { ok: true, wish: email };
}

/** The same with the reason of an act. */
export function readWhoAndWhy(said: Said): Read<Who> {
  const email = readWho(said);
  if (!email.ok) return email;
  const why = readReason(said.text('reason'), 'it stands in the audit log');
  return why.ok ? { ok: true, wish: { email: email.wish, reason: why.reason } } : why;
}
