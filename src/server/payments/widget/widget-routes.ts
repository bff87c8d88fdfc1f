import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { uuid } from '../../../lib/contract/fields.ts';
import { providerName } from '../../../lib/contract/payments/payment-calls.ts';
import type { Config } from '../../config.ts';
import { languageOf } from '../../mail/mail-words.ts';
import { siteHeaders } from '../../site/page-headers.ts';
import type { PaymentProviders } from '../payment-providers.ts';
import { widgetPages } from './widget-driver.ts';
import { cashierPage, lostPage } from './widget-page.ts';
import { loadWidgetWords } from './widget-words.ts';

export interface WidgetRoutesOptions {
  providers: Pick<PaymentProviders, 'all' | 'get'>;
  /** Where the pages are that show these: the broker's own. */
  config: Pick<Config, 'siteUrl' | 'siteOrigins'>;
}

const asked = z.object({
  params: z.object({ provider: providerName, transaction: uuid }),
  query: z.object({ seal: z.string().check(z.maxLength(8_000)) }),
});

/** The pages that the scripts of providers run on, each in a frame of the deposit screen; none where no provider has a script. */
export function registerWidgetRoutes(app: FastifyInstance, { providers, config }: WidgetRoutesOptions) {
  if (!providers.all.some(({ widget }) => widget)) return;
  const words = loadWidgetWords();
  const shownIn = [...new Set([new URL(config.siteUrl).origin, ...config.siteOrigins])];
  app.get(`${widgetPages}/:provider/:transaction`, (request, reply) => {
    const cashier = cashierOf(request);
    const locale = languageOf(cashier?.language, request.headers['accept-language']);
    const t = words.get(locale);
    if (!t) throw new Error(`There are no words in ${locale}`);
    const parts = { locale, t, shownIn };
    const { html, headers } = cashier ? cashierPage(parts, cashier) : lostPage(parts);
    // Not to be shown in frames is what all other pages say; who may show these stands in their policy.
    const { 'x-frame-options': _none, ...others } = siteHeaders;
    return reply
      .removeHeader('x-frame-options')
      .code(cashier ? 200 : 404)
      .headers({ ...others, ...headers })
      .send(html);
  });

  function cashierOf({ params, query }: FastifyRequest) {
    const read = asked.safeParse({ params, query });
    if (!read.success) return null;
    const { provider, transaction } = read.data.params;
    return providers.get(provider)?.widget?.open(transaction, read.data.query.seal) ?? null;
  }
}
