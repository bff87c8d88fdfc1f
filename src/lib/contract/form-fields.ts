import * as z from 'zod/mini';
import { asTyped, onOneLine } from './fields.ts';

/**
 * The fields of the site's forms: the contact form, and the forms of the CMS. The messages are those of the
 * specification.
 */

/** Maximum lengths in characters, by field; the pages show them too. */
export const formLimits = {
  first_name: 80,
  last_name: 80,
  name: 120,
  email: 254,
  phone: 40,
  message: 4_000,
} as const;

interface FieldWords {
  required: string;
  label: string;
  maximum: number;
}

const text = (
  clean: (text: string) => string,
  { required, label, maximum }: FieldWords,
  ...more: z.core.$ZodCheck<string>[]
) =>
  z
    .string({ error: required })
    .check(
      z.overwrite(clean),
      z.trim(),
      z.minLength(1, { error: required }),
      z.maxLength(maximum, { error: `${label} has maximum ${maximum} characters` }),
      ...more,
    );

/**
 * A regular expression as text, so that browsers can use it too. Lenient, because people write numbers in many ways: 5
 * to 20 digits, with separators.
 */
export const phonePattern = String.raw`\+?(?:[\s\(\)\.\-\/]*\d){5,20}[\s\(\)\.\-\/]*`;

const labelled = (label: string, maximum: number) => ({ required: `${label} is required`, label, maximum });

/**
 * A honeypot: people do not see this field, only bots fill it in. Such a submission is answered as if it were accepted.
 */
const trap = z.optional(z.string().check(z.maxLength(4_000)));
/** The token that the humanity check gave the browser, if the broker has set one up. */
export const humanToken = z.optional(z.string().check(z.maxLength(8_000)));
/** The path of the page that contains the form: a visitor without scripts is sent back there. */
export const formPage = z.string().check(z.maxLength(200), z.regex(/^\/(?:[\w-]+(?:\/[\w-]+)*)?$/));

const beside = { topic: trap, recaptcha: humanToken, page: z.optional(formPage) };

/** The contact form. */
export const contactMessage = z.object({
  first_name: text(onOneLine, labelled('First name', formLimits.first_name)),
  last_name: text(onOneLine, labelled('Last name', formLimits.last_name)),
  email: text(onOneLine, labelled('Email', formLimits.email), z.email({ error: 'Invalid email address' })),
  phone: text(
    onOneLine,
    labelled('Phone number', formLimits.phone),
    z.regex(new RegExp(`^${phonePattern}$`), { error: 'Phone number not valid' }),
  ),
  message: text(asTyped, labelled('Message', formLimits.message)),
  ...beside,
});

const emailWords = { ...labelled('Email', formLimits.email), required: 'Email is Required' };

/** A form of the CMS, as Cockpit v1 accepts it. */
export const cmsForm = z.object({
  form: z.object(
    {
      name: text(onOneLine, labelled('Name', formLimits.name)),
      email: text(onOneLine, emailWords, z.email({ error: 'Invalid email address' })),
      message: text(asTyped, labelled('Message', formLimits.message)),
    },
    { error: 'Form is required' },
  ),
  ...beside,
});

/** The name of a CMS form in its address. */
export const formName = z.object({ form: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/)) });
