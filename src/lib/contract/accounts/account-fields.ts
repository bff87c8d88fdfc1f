import * as z from 'zod/mini';
import { requiredText } from '../fields.ts';

/** What customers type about themselves. The messages are those of the specification. */

/** The minimum length of every newly chosen password. */
export const newPasswordMinimum = 8;

/** The server's message for a password that is a common choice or is made of the customer's own data. */
export const guessableMessage = 'This password is too easy to guess';

/** A customer must be at least this old, in whole years on the day of the change. */
export const minimumAgeYears = 18;

/**
 * A phone number as typed: international form, or with separators between the digits. Only a rough check: the use case
 * asks the phone number library whether such a number can exist.
 */
export const phone = z
  .string({ error: 'Phone number is required' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Phone number is required' }),
    z.maxLength(40, { error: 'Phone number not valid' }),
    z.regex(/^\+?[\d\s().\-/]+$/, { error: 'Phone number not valid' }),
  );

/** ISO 3166-1 alpha-2. */
export const countryCode = z
  .string()
  .check(z.toUpperCase(), z.regex(/^[A-Z]{2}$/, { error: 'Enter a valid country code' }));

export const agreeMessage = 'You must to agree to Terms & Conditions';
export const agree = z.union([z.literal(true), z.literal(1)], { error: agreeMessage });

/** A referral code, as in a link. Only the server knows whether somebody has this code, and who. */
export const referralCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/));

/** The source tag of a referral link: the `tag` of its address. */
export const sourceTag = z.string().check(z.regex(/^[A-Za-z0-9._-]{1,50}$/));

/** A path of this site: the first page that the visitor saw. */
export const sourcePage = z.string().check(z.maxLength(500), z.regex(/^\/[^\p{Cc}\p{Cs}]*$/u));

/**
 * The device token, which a browser keeps after a log-in. It grants nothing: with it, strangers' wrong passwords do not
 * lock the owner out.
 */
export const deviceToken = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/)));

/**
 * A code of the authenticator app (six digits), or one of the recovery codes; spaces and hyphens in it do not matter.
 */
export const factorCode = z
  .string({ error: 'Code is required' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Code is required' }),
    z.maxLength(40, { error: 'Code has maximum 40 characters' }),
  );

const isoDate = z.iso.date();

/** The fields of the profile that registration asks for too. */
export const firstName = requiredText('First name', 80);
export const lastName = requiredText('Last name', 80);

/** The whole profile: every field is required before the first deposit. */
export const profile = {
  first_name: firstName,
  last_name: lastName,
  phone,
  birth_date: z.string({ error: 'Date of birth is required' }).check(
    z.trim(),
    z.minLength(1, { error: 'Date of birth is required' }),
    z.refine((text) => isoDate.safeParse(text).success, { error: 'Enter a valid date of birth' }),
  ),
  /** ISO 3166-1 numeric, from the list of `getCountries`. */
  country_id: z
    .int({ error: 'Country is required' })
    .check(z.minimum(1, { error: 'Country is required' }), z.maximum(999, { error: 'Country is required' })),
  state: requiredText('State or region', 80),
  city: requiredText('City', 80),
  street: requiredText('Street', 120),
  zip_code: requiredText('Postal code', 20),
} as const;

/** A new password as typed: never trimmed. `title` is the form's label. */
const chosenPassword = (title: string) =>
  z
    .string({ error: `${title} is required` })
    .check(
      z.minLength(1, { error: `${title} is required` }),
      z.minLength(newPasswordMinimum, { error: `${title} has minimum ${newPasswordMinimum} characters` }),
      z.maxLength(200, { error: `${title} has maximum 200 characters` }),
    );

/** The password of a registration. */
export const firstPassword = chosenPassword('Password');

export const newPasswordPair = {
  new_password: chosenPassword('New password'),
  confirm_password: z
    .string({ error: 'Confirm password is required' })
    .check(
      z.minLength(1, { error: 'Confirm password is required' }),
      z.maxLength(200, { error: 'Confirm password has maximum 200 characters' }),
    ),
} as const;

/** A check for objects with both fields: the two passwords must be the same. */
export const samePasswords = z.refine<{ new_password: string; confirm_password: string }>(
  ({ new_password: chosen, confirm_password: repeated }) => chosen === repeated,
  { error: 'The passwords do not match', path: ['confirm_password'] },
);

/** The customer's language, for the server's mails. Unknown languages fall back to English. */
export const language = z.optional(z.string().check(z.maxLength(10)));

/** What every sign-in sends besides its own fields: see `login`. */
export const signInFields = { device: deviceToken, second_factor: z.optional(factorCode), lang: language } as const;
