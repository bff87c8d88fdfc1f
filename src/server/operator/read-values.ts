import { locales } from '../../brand.ts';
import type { DeclaredArgument, DeclaredOption, Read } from './command.ts';
import { idFault, readId } from './ids-rows.ts';

/** Arguments and options that many commands share. */

/** Reads a value, or says why the text is not valid. */
type Reader<Value> = (typed: string) => Read<Value>;

const asTyped: Reader<string> = (typed) => ({ ok: true, value: typed });

/** A positional argument of any text. */
export const textArgument = (title: string): DeclaredArgument<string> => ({ title, read: asTyped });

/** Reads an email and converts it to lower case, because emails are compared in lower case. */
function readEmail(typed: string): Read<string> {
  const email = typed.trim().toLowerCase();
  return email.includes('@') ? { ok: true, value: email } : { ok: false, why: `${typed} is not an email address.` };
}

/** The email of the customer, affiliate or other person that the command is about. */
export const emailArgument: DeclaredArgument<string> = { title: 'email', read: readEmail };

/** The id of a thing, or the beginning of the id; `what` names the thing. */
export function idArgument(what: string, title = 'id'): DeclaredArgument<string> {
  return {
    title,
    read(typed) {
      const id = readId(typed);
      return id === null ? { ok: false, why: idFault(typed, what) } : { ok: true, value: id };
    },
  };
}

/** An option without a value; true if it was typed. */
export function flag(about: string): DeclaredOption<boolean> {
  return { title: null, about, read: (typed) => ({ ok: true, value: typed !== undefined }) };
}

/** An option that may be omitted; its value is null then. */
export function optional<Value>(title: string, about: string, read: Reader<Value>): DeclaredOption<Value | null> {
  return { title, about, read: (typed) => (typed === undefined ? { ok: true, value: null } : read(typed)) };
}

/** Any text; null if omitted. */
export const optionalText = (title: string, about: string) => optional(title, about, asTyped);

/** An email; null if omitted. */
export const optionalEmail = (about: string) => optional('email', about, readEmail);

/** A required option; its reader says what is missing. */
export function required<Value>(
  title: string,
  about: string,
  read: (typed: string | undefined) => Read<Value>,
): DeclaredOption<Value> {
  return { title, about, isRequired: true, read };
}

/** A required option with any text that is not empty; `missing` says what it is for. */
export function requiredText(title: string, about: string, missing: string): DeclaredOption<string> {
  return required(title, about, (typed = '') =>
    typed === '' ? { ok: false, why: missing } : { ok: true, value: typed },
  );
}

const longestReason = 500;

/** Reads and trims a reason; `what` says who reads it. */
function readReason(typed: string | undefined, what: string): Read<string> {
  const reason = typed?.trim() ?? '';
  if (reason === '') return { ok: false, why: `--reason is missing: ${what}.` };
  if (reason.length > longestReason)
    return { ok: false, why: `--reason is too long. Use at most ${longestReason} characters.` };
  return { ok: true, value: reason };
}

const inTheLog = 'the audit log records it';
const toTheCustomer = 'the customer reads it';

/** Why an operator does something, for the audit log. */
export const reason = required('why', `why; ${inTheLog}`, (typed) => readReason(typed, inTheLog));

/** The reason that the customer reads. */
export const reasonForCustomer = required('what the customer reads', `why; ${toTheCustomer}`, (typed) =>
  readReason(typed, toTheCustomer),
);

/** A reason for the audit log that only some cases need; null if omitted. */
export const reasonIfAny = (about: string) => optional('why', about, (typed) => readReason(typed, inTheLog));

/** A reason for the customer that only some cases need; null if omitted. */
export const reasonForCustomerIfAny = (about: string) =>
  optional('what the customer reads', about, (typed) => readReason(typed, toTheCustomer));

/** An option with one of a few words; null if omitted. Other words are refused before `read` is called. */
export function oneOf<const Word extends string>(words: readonly Word[], about: string): DeclaredOption<Word | null> {
  const read = (typed: string | undefined) => ({
    ok: true as const,
    value: words.find((word) => word === typed) ?? null,
  });
  return { title: words.join('|'), about, choices: words, read };
}

/** The language of a mail. */
export const language = oneOf(locales, 'the language of the mail');

/** Reads a number within limits; null if the text is not such a number. */
export function numberWithin(typed: string | null | undefined, least: number, most: number): number | null {
  const value = Number(typed);
  return typed != null && typed.trim() !== '' && value >= least && value <= most ? value : null;
}
