import * as z from 'zod/mini';
import { providerName } from '../../../lib/contract/payments/payment-calls.ts';
import { depositMethods, paymentIcons } from '../../../lib/contract/payments/payment-entities.ts';
import {
  askDescription,
  httpDescription,
  linkDescription,
  signature,
  template,
  unit,
  webAddress,
  webhookDescription,
} from '../drivers/http-description.ts';
import { brokerText } from './broker-text.ts';

/** The providers that the broker describes, one by one. */

const shown = {
  name: providerName,
  method: z.union(depositMethods.map((id) => z.literal(id))),
  label: brokerText,
  icon: z.enum(paymentIcons),
};
/** More values for templates, such as the merchant's id: nothing that is secret. */
const values = z._default(z.record(z.string().check(z.regex(/^[a-z]\w*$/, { error: 'a name' })), z.string()), {});

const send = z.extend(httpDescription, { ...shown, kind: z.literal('send'), values });
const direct = z.extend(httpDescription, { ...shown, kind: z.literal('direct'), values });
const link = z.extend(linkDescription, { ...shown, kind: z.literal('link'), values });
const widget = z.strictObject({
  ...{ ...shown, kind: z.literal('widget'), values },
  unit: z._default(unit, 'major'),
  script: webAddress,
  /** Facts of the payment by the names of attributes, `data-` left out. */
  attributes: z.record(z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, { error: 'a name of small letters' })), template),
  /** Its name is an attribute's. */
  sign: z.optional(signature),
  /** The button that the script draws, as CSS selects it. */
  button: z.string().check(z.minLength(1)),
  /** Further places that the script loads from, such as those of its frames. */
  origins: z._default(z.array(z.string().check(z.regex(/^https?:\/\/[^/\s;,']+$/, { error: 'an origin' }))), []),
  webhook: webhookDescription,
  ask: z.optional(askDescription),
});
const bank = z.strictObject({
  ...{ ...shown, kind: z.literal('bank') },
  account: z.array(z.object({ name: brokerText, value: z.string().check(z.minLength(1)) })).check(z.minLength(1)),
});
export type BankEntry = z.infer<typeof bank>;
export type WidgetEntry = z.infer<typeof widget>;

export const providerEntry = z.discriminatedUnion('kind', [send, direct, link, widget, bank]);
export type ProviderEntry = z.infer<typeof providerEntry>;
