import * as z from 'zod/mini';

/**
 * How to talk to a provider for which the product has no driver: the fields to send with their names and units, the
 * signature, and the paths of values in its answers. All of it comes from the broker's configuration.
 */

const path = z.string().check(z.regex(/^[\w-]+(\.[\w-]+)*$/, { error: 'a path such as data.url' }));
/** Keys and customers' names must be sent encrypted; http is allowed only on this machine, as in tests. */
export const safeAddress = /^(https:\/\/[^/]|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/?]|$))/;
export const webAddress = z
  .string()
  .check(z.regex(safeAddress, { error: 'an address of https, or of http on this machine' }));

/** A text with placeholders `{name}` for facts of the payment: see `provider-format.ts`. */
export const template = z.string().check(z.maxLength(2_000));
const templates = z._default(z.record(z.string(), template), {});

/**
 * An HMAC uses the provider's secret as its key. A plain digest has no key: the secret is part of the signed text, as
 * `{secret}`, or appended to the body.
 */
export const signature = z.strictObject({
  algorithm: z.enum(['sha256', 'sha384', 'sha512', 'md5', 'sha1']),
  kind: z.enum(['hmac', 'digest']),
  encoding: z._default(z.enum(['hex', 'base64']), 'hex'),
  /** Whether the signature is a field or a header. */
  in: z.enum(['field', 'header']),
  name: z.string().check(z.minLength(1)),
  /** Prepended to the signature, such as `sha256=`. */
  prefix: z._default(z.string(), ''),
  /** The signed content: `body`, or a template of facts (for a report: of its fields). */
  over: template,
});
export type SignatureScheme = z.infer<typeof signature>;

/** How amounts are written in requests and reports: `25000` or `250.00`. */
export const unit = z.enum(['minor', 'major']);

export const startDescription = z.strictObject({
  url: webAddress,
  encoding: z.enum(['json', 'form']),
  headers: templates,
  /** In JSON, `customer.email` is the field `email` of the object `customer`. */
  fields: z.record(z.string().check(z.minLength(1)), template),
  /** Fields that are numbers in JSON instead of strings. */
  numbers: z._default(z.array(z.string()), []),
  sign: z.optional(signature),
  /** The path of the payment page's address; if the answer has none, the customer is not sent to a page. */
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
  /** The provider's status values for each outcome; any other value means undecided. */
  outcomes: z.strictObject({
    paid: z.array(z.string()).check(z.minLength(1)),
    failed: z.array(z.string()),
    refunded: z._default(z.array(z.string()), []),
  }),
});
export type WebhookDescription = z.infer<typeof webhookDescription>;

/** How to poll a payment. The answer is read by the paths of a report, relative to `within` if given. */
export const askDescription = z.strictObject({ url: webAddress, headers: templates, within: z.optional(path) });

export const httpDescription = z.strictObject({
  unit,
  start: startDescription,
  webhook: webhookDescription,
  ask: z.optional(askDescription),
});
export type HttpDescription = z.infer<typeof httpDescription>;

/**
 * A payment page that is opened by its address alone. The provider reports on payments only if `webhook` describes it.
 */
export const linkDescription = z.strictObject({
  unit: z._default(unit, 'major'),
  url: template,
  /** The signature is added to the query of the address. */
  sign: z.optional(signature),
  webhook: z.optional(webhookDescription),
  ask: z.optional(askDescription),
});
export type LinkDescription = z.infer<typeof linkDescription>;
