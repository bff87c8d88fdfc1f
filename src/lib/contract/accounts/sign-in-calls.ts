import * as z from 'zod/mini';
import { call } from '../call.ts';
import { user } from '../entities.ts';
import { clientInfoText, email } from '../fields.ts';
import { humanToken } from '../form-fields.ts';
import * as endpoints from './account-endpoints.ts';
import {
  agree,
  countryCode,
  firstName,
  firstPassword,
  language,
  lastName,
  phone,
  referralCode,
  sourcePage,
  sourceTag,
  signInFields,
} from './account-fields.ts';

/** The sign-ins other than the log-in, and the request for a new password. */

/** What every sign-in returns: the session, and the device token that identifies this browser next time. */
const entered = { access_token: z.string(), user, device: z.string() } as const;

export const register = call({
  name: 'register',
  summary:
    'Open an account and a session, if the broker allows registration. Returns null if the broker does not reveal whether an email has an account: the customer then gets an email with the next step, whether the address is new or known. A `password` that is easy to guess fails with `VALIDATION`.',
  ...endpoints.register,
  audience: 'anyone',
  body: z.object({
    first_name: firstName,
    last_name: lastName,
    email,
    password: firstPassword,
    phone,
    country: z.optional(z.nullable(countryCode)),
    ref: z.optional(z.nullable(referralCode)),
    source_page: z.optional(z.nullable(sourcePage)),
    source_tag: z.optional(z.nullable(sourceTag)),
    agree,
    info: clientInfoText,
    lang: language,
    recaptcha: humanToken,
  }),
  data: z.nullable(z.object(entered)),
  problems: ['REGISTRATION_CLOSED', 'EMAIL_TAKEN', 'NOT_HUMAN', 'TOO_MANY_REQUESTS'],
});

/** What the code of a sign-in link is for; `reset` leads to a new password. */
export const codePurposes = ['login', 'reset'] as const;

export const loginByCode = call({
  name: 'loginByCode',
  summary: 'Log in a customer with the single-use code from a link. The code is used up only when the session opens.',
  ...endpoints.loginByCode,
  audience: 'anyone',
  params: z.object({ code: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/)) }),
  // A truncated or mistyped link gets the same refusal as a used one, so that nobody can tell them apart.
  wrongParams: 'LINK_NOT_VALID',
  body: z.object({ info: clientInfoText, ...signInFields }),
  data: z.object({ ...entered, purpose: z.enum(codePurposes) }),
  problems: [
    'LINK_NOT_VALID',
    'ACCOUNT_BLOCKED',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_WRONG',
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
  ],
});

export const logInToDemo = call({
  name: 'logInToDemo',
  summary:
    'Log in as the demo customer, without a password. Available only while demo data is on; otherwise it returns `NOT_FOUND`, like any unknown path.',
  ...endpoints.logInToDemo,
  audience: 'anyone',
  body: z.object({ info: clientInfoText, device: signInFields.device }),
  data: z.object(entered),
  problems: ['NOT_FOUND', 'ACCOUNT_BLOCKED', 'SECOND_FACTOR_REQUIRED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const forgotPassword = call({
  name: 'forgotPassword',
  summary: 'Send an email with a link for choosing a new password. `lang`: the language of the email.',
  ...endpoints.forgotPassword,
  audience: 'anyone',
  body: z.object({ email, lang: language, recaptcha: humanToken }),
  data: z.null(),
  problems: ['EMAIL_UNKNOWN', 'NOT_HUMAN', 'TOO_MANY_REQUESTS'],
});

export const signInCalls = [register, loginByCode, logInToDemo, forgotPassword] as const;
