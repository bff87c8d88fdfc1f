import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { checkContent } from '../../../content/check-content.ts';
import { providerName } from '../../../lib/contract/payments/payment-calls.ts';
import { depositMethods, paymentIcons } from '../../../lib/contract/payments/payment-entities.ts';
import { UnusableValue } from '../../environment.ts';
import type { SignatureScheme, WebhookDescription } from '../drivers/http-description.ts';
import {
  askDescription,
  httpDescription,
  linkDescription,
  safeAddress,
  signature,
  template,
  unit,
  webAddress,
  webhookDescription,
} from '../drivers/http-description.ts';
import { askedNames, factNames, namesIn } from '../drivers/provider-format.ts';
import { brokerText } from './method-labels.ts';

const shown = {
  name: providerName,
  method: z.union(depositMethods.map((id) => z.literal(id))),
  label: brokerText,
  icon: z.enum(paymentIcons),
};
/** Further values that templates may name, such as the merchant's id; never secrets. */
const values = z._default(z.record(z.string().check(z.regex(/^[a-z]\w*$/, { error: 'a name' })), z.string()), {});

const send = z.extend(httpDescription, { ...shown, kind: z.literal('send'), values });
const direct = z.extend(httpDescription, { ...shown, kind: z.literal('direct'), values });
const link = z.extend(linkDescription, { ...shown, kind: z.literal('link'), values });
const widget = z.strictObject({
  ...{ ...shown, kind: z.literal('widget'), values },
  unit: z._default(unit, 'major'),
  script: webAddress,
  /** Templates, keyed by attribute name without `data-`. */
  attributes: z.record(z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, { error: 'a name of small letters' })), template),
  /** `name` is the attribute that carries the signature. */
  sign: z.optional(signature),
  /** The CSS selector of the button that the script draws. */
  button: z.string().check(z.minLength(1)),
  /** Further origins that the script loads from, such as those of its iframes. */
  origins: z._default(z.array(z.string().check(z.regex(/^https?:\/\/[^/\s;,']+$/, { error: 'an origin' }))), []),
  webhook: webhookDescription,
  ask: z.optional(askDescription),
});
const bank = z.strictObject({
  ...{ ...shown, kind: z.literal('bank') },
  account: z.array(z.object({ name: brokerText, value: z.string().check(z.minLength(1)) })).check(z.minLength(1)),
});
export type BankDescription = z.infer<typeof bank>;
export type WidgetDescription = z.infer<typeof widget>;

export const providerDescription = z.discriminatedUnion('kind', [send, direct, link, widget, bank]);
export type ProviderDescription = z.infer<typeof providerDescription>;

/** Names that no description may use: the product's own methods, and parties in the books that are not providers. */
const ownNames = ['stripe', 'sandbox', 'sandbox-wallet', 'bank', 'manual'];

/**
 * Reads the file of providers. Throws `UnusableValue`, which names the provider and the field, if something in it is
 * invalid.
 */
export async function readProviderFile(file: string): Promise<ProviderDescription[]> {
  const refuse = (found: string, cause?: unknown) => {
    const expected = 'a file with a list of payment providers in JSON, as docs/payments.md describes it';
    return new UnusableValue({ variable: 'PAYMENTS_FILE', expected, found: `${file}: ${found}` }, cause);
  };
  const list = await readList(file, refuse);
  const faults: string[] = [];
  const descriptions: ProviderDescription[] = [];
  for (const [index, value] of list.entries()) {
    const at = pathOf(value, index);
    const checked = checkContent(providerDescription, value, at);
    if (!checked.ok) {
      // The found value is left out: it may be a secret in the wrong field.
      faults.push(...checked.faults.map(({ path, expected }) => `${path}: expected ${expected}`));
      continue;
    }
    faults.push(...descriptionFaults(checked.value).map((fault) => `${at} ${fault}`));
    const isTaken = [...ownNames, ...descriptions.map(({ name }) => name)].includes(checked.value.name);
    if (isTaken) faults.push(`${at} name: expected one that is not in use`);
    descriptions.push(checked.value);
  }
  if (faults.length > 0) throw refuse(faults.join('; '));
  return descriptions;
}

async function readList(file: string, refuse: (found: string, cause: unknown) => Error): Promise<unknown[]> {
  try {
    const list: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Array.isArray(list)) return list as unknown[];
  } catch (fault) {
    // The messages of JSON.parse quote parts of the text, which may hold secrets.
    const isText = fault instanceof SyntaxError;
    throw refuse(isText ? 'no JSON' : fault instanceof Error ? fault.message : 'unreadable', fault);
  }
  throw refuse('no list', undefined);
}

function pathOf(value: unknown, index: number): string {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined;
  return typeof name === 'string'
    ? `provider ${JSON.stringify(name.slice(0, 40))}`
    : `provider ${index + 1} of the list`;
}

/**
 * Faults of a description that a schema cannot express: unknown names in templates, and signatures that protect
 * nothing.
 */
function descriptionFaults(description: ProviderDescription): string[] {
  if (description.kind === 'bank') return [];
  const names = [...factNames, ...Object.keys(description.values)];
  // Anything sent to customers' browsers would no longer be secret.
  const shownNames = names.filter((name) => name !== 'secret' && name !== 'key');
  const faults = [...reservedNames(description.values)];
  const checkNames = (field: string, text: string, known: readonly string[]) => {
    const unknown = namesIn(text).filter((name) => !known.includes(name));
    faults.push(...unknown.map((name) => `${field}: expected only known placeholders, not {${name}}`));
  };
  const checkAllNames = (field: string, texts: Readonly<Record<string, string>>, known: readonly string[]) => {
    for (const [name, text] of Object.entries(texts)) checkNames(`${field}.${name}`, text, known);
  };
  if (description.kind === 'send' || description.kind === 'direct') {
    checkAllNames('start.headers', description.start.headers, names);
    checkAllNames('start.fields', description.start.fields, names);
    faults.push(...numberFaults(description.start));
  } else if (description.kind === 'link') {
    checkNames('url', description.url, shownNames);
    const isSafe = safeAddress.test(description.url) && /^https?:\/\/[^/{]+(\/|$|\?)/.test(description.url);
    if (!isSafe) faults.push('url: expected an address of https with a fixed host, or of http on this machine');
  } else {
    checkAllNames('attributes', description.attributes, shownNames);
  }
  const sign = 'start' in description ? description.start.sign : description.sign;
  if (sign) {
    if (sign.over !== 'body') checkNames('sign.over', sign.over, names);
    faults.push(...signFaults('sign', sign, 'start' in description ? sign.in : 'field'));
  }
  if (description.webhook) {
    faults.push(...webhookFaults(description.webhook));
    faults.push(...hiddenPaths(description.webhook, ['secret', 'body', ...Object.keys(description.values)]));
  }
  if (description.ask) {
    const known = [...askedNames, ...Object.keys(description.values)];
    checkNames('ask.url', description.ask.url, known);
    checkAllNames('ask.headers', description.ask.headers, known);
    faults.push(...unnamedFaults(description));
    if (!description.webhook)
      faults.push('ask: expected a webhook too, because its paths are used to read the answers');
  }
  return faults;
}

/** Polling by the provider's reference is impossible if neither its answer to the start nor its reports contain it. */
function unnamedFaults(description: Exclude<ProviderDescription, { kind: 'bank' }>): string[] {
  const isTold =
    ('start' in description && description.start.reference !== undefined) ||
    description.webhook?.reference !== undefined;
  if (!description.ask || isTold) return [];
  const headers = Object.entries(description.ask.headers).map(([name, text]) => [`ask.headers.${name}`, text] as const);
  const named = [['ask.url', description.ask.url] as const, ...headers].filter(([, text]) =>
    namesIn(text).includes('reference'),
  );
  return named.map(
    ([field]) => `${field}: expected no {reference}, because neither start.reference nor webhook.reference supplies it`,
  );
}

function reservedNames(values: Readonly<Record<string, string>>): string[] {
  const taken = Object.keys(values).filter((name) => [...factNames, 'body', 'header'].includes(name));
  return taken.map((name) => `values.${name}: expected a name that is not one of the facts of a payment`);
}

function numberFaults({ fields, numbers }: { fields: Readonly<Record<string, string>>; numbers: readonly string[] }) {
  const wrong = numbers.filter((name) => fields[name] !== '{amount}');
  return wrong.map((name) => `start.numbers: expected only fields whose value is {amount}, not ${name}`);
}

function signFaults(field: string, { kind, over }: SignatureScheme, where: 'field' | 'header'): string[] {
  if (over === 'body') {
    return where === 'field'
      ? [`${field}.over: expected facts, because a signature inside the body cannot cover the body`]
      : [];
  }
  const isSecret = kind === 'hmac' || namesIn(over).includes('secret');
  return isSecret ? [] : [`${field}.over: expected {secret} in it, because anybody can compute a plain digest`];
}

/**
 * A path must not have the same name as a value: `{name}` in the signed text would mean the value, so the report's own
 * field would be unsigned.
 */
function hiddenPaths(webhook: WebhookDescription, known: readonly string[]): string[] {
  const fields = ['amount', 'currency', 'status', 'order', 'reference'] as const;
  const hidden = fields.filter((field) => known.includes(webhook[field] ?? ''));
  return hidden.map(
    (field) => `webhook.${field}: expected a path that is neither the name of a value nor secret or body`,
  );
}

/** Everything that decides a credit must be signed: otherwise anybody with one report could change the amount in it. */
function webhookFaults({ sign, amount, currency, status, order, reference }: WebhookDescription): string[] {
  const faults = signFaults('webhook.sign', sign, sign.in);
  if (order === undefined && reference === undefined) {
    faults.push('webhook: expected order or reference, by which a payment is found');
  }
  const signed = namesIn(sign.over);
  if (sign.over === 'body' || signed.includes('body')) return faults;
  const needed = [amount, currency, status];
  // Either name alone finds a payment, so both must be signed.
  const naming = [order, reference].filter((name) => name !== undefined);
  const missing = [...needed, ...naming].filter((name) => !signed.includes(name));
  return [
    ...faults,
    ...missing.map((name) => `webhook.sign.over: expected {${name}} in it, because unsigned fields can be forged`),
  ];
}
