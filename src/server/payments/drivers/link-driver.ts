import type { PaymentDriver } from '../payment-provider.ts';
import type { CallProvider } from './call-provider.ts';
import { pageAddress } from './call-provider.ts';
import type { LinkDescription } from './http-description.ts';
import type { ProviderIdentity } from './provider-format.ts';
import { factsOf, fill, makeSignature } from './provider-format.ts';
import { createAsk, readReport } from './read-report.ts';

export interface LinkDriverParts {
  description: LinkDescription;
  identity: ProviderIdentity;
  call: CallProvider;
}

/**
 * The driver of a provider whose page is opened by its address alone. The address contains the facts of the payment, so
 * the provider need not be contacted first.
 */
export function createLinkDriver({ description, identity, call }: LinkDriverParts): PaymentDriver {
  const { url, sign, unit, webhook, ask } = description;
  const reports = webhook && { unit, webhook, identity };
  return {
    start(order) {
      const facts = factsOf(identity, order, unit);
      const address = fill(url, facts, encodeURIComponent);
      const signature = sign && makeSignature(sign, identity.secret, fill(sign.over, facts));
      const page = sign && signature !== undefined ? withQuery(address, sign.name, signature) : address;
      return Promise.resolve({ reference: null, redirectUrl: pageAddress(page, url) });
    },
    readWebhook: (received) => (reports ? readReport(reports, received) : null),
    ask: reports ? createAsk(reports, ask, call) : null,
  };
}

function withQuery(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}
