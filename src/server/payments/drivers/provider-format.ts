import { createHash, createHmac } from 'node:crypto';
import { sameText } from '../../secrets/same-text.ts';
import type { PaymentOrder } from '../payment-provider.ts';
import type { SignatureScheme } from './http-description.ts';

/** The values of placeholders in templates, by name. */
export type Facts = Readonly<Record<string, string>>;

/**
 * How a provider identifies the broker: the shared secret, a key that is sent along, and values such as the merchant's
 * id.
 */
export interface ProviderIdentity {
  secret: string;
  key: string;
  values: Facts;
}

/**
 * Fills in a template. Throws for a placeholder without a fact, which is a configuration error that the check at
 * startup should have found.
 */
export function fill(template: string, facts: Facts, escape: (text: string) => string = (text) => text): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (fact === undefined)
      throw new Error(`The description of a payment provider names the unknown placeholder {${name}}`);
    return escape(fact);
  });
}

/** The placeholder names in a template. */
export function namesIn(template: string): string[] {
  return [...template.matchAll(/\{([\w.-]+)\}/g)].map(([, name = '']) => name);
}

export function filled(templates: Readonly<Record<string, string>>, facts: Facts): Record<string, string> {
  return Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, fill(template, facts)]));
}

export function factsOf({ secret, key, values }: ProviderIdentity, order: PaymentOrder, unit: AmountUnit): Facts {
  const { customer } = order;
  return {
    ...values,
    secret,
    key,
    amount: writeAmount(order.amountMinor, unit),
    currency: order.currency,
    order_id: order.transactionId,
    return_url: order.returnUrl,
    webhook_url: order.webhookUrl,
    customer_id: customer.token,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    phone: customer.phone ?? '',
    country: customer.country ?? '',
    city: customer.city ?? '',
    street: customer.street ?? '',
    zip_code: customer.zipCode ?? '',
    birth_date: customer.birthDate ?? '',
    language: customer.language,
    ip: customer.ip,
  };
}

const nobody = { token: '', firstName: '', lastName: '', email: '', phone: null, country: null, city: null } as const;
const unknownOrder: PaymentOrder = {
  ...{ transactionId: '', amountMinor: 0, currency: '', returnUrl: '', webhookUrl: '' },
  customer: { ...nobody, street: null, zipCode: null, birthDate: null, language: '', ip: '' },
};

/** The names of all facts of a payment. */
export const factNames: readonly string[] = Object.keys(
  factsOf({ secret: '', key: '', values: {} }, unknownOrder, 'minor'),
);

/** The facts available when a payment is polled. */
export function askedFacts(
  { secret, key, values }: ProviderIdentity,
  { transactionId, reference }: { transactionId: string; reference: string | null },
): Facts {
  return { ...values, secret, key, order_id: transactionId, reference: reference ?? '' };
}

export const askedNames: readonly string[] = Object.keys(
  askedFacts({ secret: '', key: '', values: {} }, { transactionId: '', reference: null }),
);

/** How a provider writes amounts: as whole minor units, or as major units with a point. */
export type AmountUnit = 'minor' | 'major';

/** An amount of minor units as the provider writes it: `25000` or `250.00`. */
export function writeAmount(minor: number, unit: AmountUnit): string {
  if (unit === 'minor') return String(minor);
  return `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
}

const written = { minor: /^\d{1,15}$/, major: /^(\d{1,13})(?:\.(\d{1,2})0*)?$/ } as const;

/**
 * Reads an amount and returns it in minor units; null if the text is not an amount in this unit. Nothing is rounded: an
 * amount with a third decimal other than 0 is rejected.
 */
export function readAmount(text: string, unit: AmountUnit): number | null {
  const parts = written[unit].exec(text);
  if (!parts) return null;
  const minor = unit === 'minor' ? Number(text) : Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** The value at a path such as `data.payment.url` or `items.0.id`; undefined if the path does not exist. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}

/** The text or number at a path, as text; null if there is neither, or if the database cannot store the text. */
export function textAt(value: unknown, path: string | undefined): string | null {
  if (path === undefined) return null;
  const found = valueAt(value, path);
  if (typeof found === 'string' && found !== '') return isStorable(found) ? found : null;
  return typeof found === 'number' ? String(found) : null;
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
const isStorable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** Signs a text or bytes, in the encoding of the scheme. */
export function makeSignature(
  { algorithm, kind, encoding, prefix }: SignatureScheme,
  secret: string,
  over: string | Buffer,
): string {
  const maker = kind === 'hmac' ? createHmac(algorithm, secret) : createHash(algorithm);
  return `${prefix}${maker.update(over).digest(encoding)}`;
}

/** Compares in constant time. Hexadecimal digits may be in upper or lower case. */
export function isSameSignature({ encoding }: SignatureScheme, given: string, expected: string): boolean {
  return encoding === 'hex' ? sameText(given.toLowerCase(), expected.toLowerCase()) : sameText(given, expected);
}
