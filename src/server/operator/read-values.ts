import { locales } from '../../brand.ts';
import type { DeclaredArgument, DeclaredOption, Read } from './command.ts';
import { idFault, readId } from './ids-rows.ts';

/** Arguments and options that many commands have. */

/** A text, or in words why it is none of these. */
type Reader<Value> = (typed: string) => Read<Value>;

const asTyped: Reader<string> = (typed) => ({ ok: true, value: typed });

/** Text at a fixed place. */
export const textArgument = (title: string): DeclaredArgument<string> => ({ title, read: asTyped });

/** Emails are compared in lower case. */
function readEmail(typed: string): Read<string> {
  const email = typed.trim().toLowerCase();
  return email.includes('@') ? { ok: true, value: email } : { ok: false, why: `${typed} is no email.` };
}

/** The email of a customer, an affiliate or whom else the command is about. */
export const emailArgument: DeclaredArgument<string> = { title: 'email', read: readEmail };

/** An id, or its beginning, of what `what` names. */
export function idArgument(what: string, title = 'id'): DeclaredArgument<string> {
  return {
    title,
    read(typed) {
      const id = readId(typed);
      return id === null ? { ok: false, why: idFault(typed, what) } : { ok: true, value: id };
    },
  };
}

/** An option that stands alone: whether it was typed. */
export function flag(about: string): DeclaredOption<boolean> {
  return { title: null, about, read: (typed) => ({ ok: true, value: typed !== undefined }) };
}

/** An option that may be left out: null then. */
export function optional<Value>(title: string, about: string, read: Reader<Value>): DeclaredOption<Value | null> {
  return { title, about, read: (typed) => (typed === undefined ? { ok: true, value: null } : read(typed)) };
}

/** Any text; null where it is left out. */
export const optionalText = (title: string, about: string) => optional(title, about, asTyped);

/** An email; null where it is left out. */
export const optionalEmail = (about: string) => optional('email', about, readEmail);

/** An option that has to be typed; its reader says what is missing. */
export function required<Value>(
  title: string,
  about: string,
  read: (typed: string | undefined) => Read<Value>,
): DeclaredOption<Value> {
  return { title, about, isRequired: true, read };
}

/** An option that has to be typed, with any text but an empty one; `missing` says what it is for. */
export function requiredText(title: string, about: string, missing: string): DeclaredOption<string> {
  return required(title, about, (typed = '') =>
    typed === '' ? { ok: false, why: missing } : { ok: true, value: typed },
  );
}

const longestReason = 500;

/** The reason of an act, without blanks around it. */
function readReason(typed: string | undefined, what: string): Read<string> {
  const reason = typed?.trim() ?? '';
  if (reason === '') return { ok: false, why: `--reason is missing: ${what}.` };
  if (reason.length > longestReason)
    return { ok: false, why: `--reason is too long: at most ${longestReason} characters.` };
  return { ok: true, value: reason };
}

const inTheLog = 'it stands in the audit log';
const toTheCustomer = 'it is what the customer reads';

/** Why an operator does something, for the audit log. */
export const reason = required('why', `why; ${inTheLog}`, (typed) => readReason(typed, inTheLog));

/** Why, as the customer reads it. */
export const reasonForCustomer = required('what the customer reads', `why; ${toTheCustomer}`, (typed) =>
  readReason(typed, toTheCustomer),
);

/** A reason for the audit log, which not every case wants: null then. */
export const reasonIfAny = (about: string) => optional('why', about, (typed) => readReason(typed, inTheLog));

/** A reason for the customer, which not every case wants: null then. */
export const reasonForCustomerIfAny = (about: string) =>
  optional('what the customer reads', about, (typed) => readReason(typed, toTheCustomer));

/** One of a few words; null where it is left out. The frame refuses all others. */
export function oneOf<const Word extends string>(words: readonly Word[], about: string): DeclaredOption<Word | null> {
  const read = (typed: string | undefined) => ({
    ok: true as const,
    value: words.find((word) => word === typed) ?? null,
  });
  return { title: words.join('|'), about, choices: words, read };
}

/** The language of a mail. */
export const language = oneOf(locales, 'the language of the mail');

/** A number within limits; null for what is none. */
export function numberWithin(typed: string | null | undefined, least: number, most: number): number | null {
  const value = Number(typed);
  return typed != null && typed.trim() !== '' && value >= least && value <= most ? value : null;
}
