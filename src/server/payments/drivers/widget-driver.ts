import type { Runtime } from '../../runtime.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { createSecretBox } from '../../secrets/secret-box.ts';
import type { Cashier, PaymentDriver, PaymentOrder, Widget } from '../payment-provider.ts';
import type { WidgetDescription } from '../providers/provider-file.ts';
import type { CallProvider } from './call-provider.ts';
import type { ProviderIdentity } from './provider-format.ts';
import { factsOf, fill, filled, makeSignature } from './provider-format.ts';
import { createAsk, readReport } from './read-report.ts';

/** The path of the pages that contain a provider's script; the API server serves them. */
export const widgetPages = '/payment-widget';

/** How long the page can be opened: as long as a payment waits to be paid. */
const validMs = 24 * 60 * 60_000;

export interface WidgetDriverParts {
  description: WidgetDescription;
  identity: ProviderIdentity;
  call: CallProvider;
  masterKey: Uint8Array;
  runtime: Pick<Runtime, 'now' | 'randomBytes'>;
}

/**
 * A provider whose script draws its cashier on a page of ours. The address of that page contains the script's data,
 * sealed. Anybody who has the address can open it for a day, but nobody can forge or read it, and nothing is stored.
 */
export function createWidgetDriver(parts: WidgetDriverParts): { driver: PaymentDriver; widget: Widget } {
  const { description, identity, call, masterKey, runtime } = parts;
  const { name, unit, webhook } = description;
  const { now, randomBytes } = runtime;
  const box = createSecretBox({ masterKey, purpose: 'payment widget', randomBytes });
  const contextOf = (transactionId: string) => `${name}:${transactionId}`;
  const reports = { unit, webhook, identity };

  const driver: PaymentDriver = {
    start(order) {
      const { transactionId, webhookUrl, customer } = order;
      const sealed: Sealed = {
        until: now() + validMs,
        language: customer.language,
        attributes: attributesOf(description, identity, order),
      };
      const seal = box.seal(Buffer.from(JSON.stringify(sealed)), contextOf(transactionId)).toString('base64url');
      // The API server serves both these pages and the webhooks.
      const page = new URL(`${widgetPages}/${name}/${transactionId}`, webhookUrl);
      page.searchParams.set('seal', seal);
      return Promise.resolve({ reference: null, redirectUrl: page.href });
    },
    readWebhook: (received) => readReport(reports, received),
    ask: createAsk(reports, description.ask, call),
  };
  const widget: Widget = {
    open(transactionId, seal) {
      const sealed = unseal(box, seal, contextOf(transactionId));
      if (!sealed || sealed.until < now()) return null;
      const { language, attributes } = sealed;
      return { ...cashierOf(description), language, attributes };
    },
  };
  return { driver, widget };
}

interface Sealed {
  /** Unix milliseconds. */
  until: number;
  language: string;
  attributes: Record<string, string>;
}

/** Opens a seal; null unless this server sealed it for the same context. */
function unseal(box: SecretBox, seal: string, context: string): Sealed | null {
  try {
    return JSON.parse(box.open(Buffer.from(seal, 'base64url'), context).toString('utf8')) as Sealed;
  } catch {
    return null;
  }
}

function attributesOf(
  description: WidgetDescription,
  identity: ProviderIdentity,
  order: PaymentOrder,
): Record<string, string> {
  const facts = factsOf(identity, order, description.unit);
  const attributes = filled(description.attributes, facts);
  const { sign } = description;
  if (sign) attributes[sign.name] = makeSignature(sign, identity.secret, fill(sign.over, facts));
  return attributes;
}

function cashierOf({ script, button, origins }: WidgetDescription): Pick<Cashier, 'script' | 'button' | 'origins'> {
  return { script, button, origins: [...new Set([new URL(script).origin, ...origins])] };
}
