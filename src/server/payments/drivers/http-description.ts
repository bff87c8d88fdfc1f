import * as z from 'zod/mini';

/**
 * How a provider is spoken to that the product does not know: which fields it is sent, by which names, in which unit,
 * how it signs, and where its answers say what. Everything of this comes from the broker's configuration.
 */

const path = z.string().check(z.regex(/^[\w-]+(\.[\w-]+)*$/, { error: 'a place such as data.url' }));
/** Where keys and customers' names are sent is read by nobody on the way; http does on this machine, as in tests. */
export const safeAddress = /^(https:\/\/[^/]|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/?]|$))/;
export const webAddress = z
  .string()
  .check(z.regex(safeAddress, { error: 'an address of https, or of http on this machine' }));

/** A text with `{name}` for facts of the payment: see `payment-facts.ts`. */
export const template = z.string().check(z.maxLength(2_000));
const templates = z._default(z.record(z.string(), template), {});

/**
 * An HMAC has the provider's secret as its key; a plain digest has it in its text, as `{secret}`, or behind the body.
 */
export const signature = z.strictObject({
  algorithm: z.enum(['sha256', 'sha384', 'sha512', 'md5', 'sha1']),
  kind: z.enum(['hmac', 'digest']),
  encoding: z._default(z.enum(['hex', 'base64']), 'hex'),
  /** The field or header that it is in. */
  in: z.enum(['field', 'header']),
  name: z.string().check(z.minLength(1)),
  /** Put before it, such as `sha256=`. */
  prefix: z._default(z.string(), ''),
  /** What is signed: `body`, or facts (of a report: fields of it) put together. */
  over: template,
});
export type SignatureScheme = z.infer<typeof signature>;

/** How amounts are written, both ways: `25000` or `250.00`. */
export const unit = z.enum(['minor', 'major']);

export const startDescription = z.strictObject({
  url: webAddress,
  encoding: z.enum(['json', 'form']),
  headers: templates,
  /** Of JSON, `customer.email` is the field `email` of the object `customer`. */
  fields: z.record(z.string().check(z.minLength(1)), template),
  /** The fields that are numbers in JSON, and no texts. */
  numbers: z._default(z.array(z.string()), []),
  sign: z.optional(signature),
  /** Where the answer names the page; an answer without it leads nowhere. */
  redirect: path,
  reference: z.optional(path),
});

export const webhookDescription = z.strictObject({
  encoding: z._default(z.enum(['json', 'form']), 'json'),
  sign: signature,
  event: z.optional(path),
  order: z.optional(path),
  reference: z.optional(path),
  amount: path,
  currency: path,
  status: path,
  /** The provider's words for each outcome; what is in none of them says that nothing is decided. */
  outcomes: z.strictObject({
    paid: z.array(z.string()).check(z.minLength(1)),
    failed: z.array(z.string()),
    refunded: z._default(z.array(z.string()), []),
  }),
});
export type WebhookDescription = z.infer<typeof webhookDescription>;

/**
 * How it is asked what became of a payment; its answer says it in the places of a report, or in those places below
 * `within`.
 */
export const askDescription = z.strictObject({ url: webAddress, headers: templates, within: z.optional(path) });

export const httpDescription = z.strictObject({
  unit,
  start: startDescription,
  webhook: webhookDescription,
  ask: z.optional(askDescription),
});
export type HttpDescription = z.infer<typeof httpDescription>;

/** A page that is opened by its address; a report of it comes only where it is described. */
export const linkDescription = z.strictObject({
  unit: z._default(unit, 'major'),
  url: template,
  /** Goes into the query of the address. */
  sign: z.optional(signature),
  webhook: z.optional(webhookDescription),
  ask: z.optional(askDescription),
});
export type LinkDescription = z.infer<typeof linkDescription>;
