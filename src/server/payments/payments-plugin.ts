import type { FastifyInstance } from 'fastify';
import type { Payments, PaymentsParts } from './open-payments.ts';
import { openPayments } from './open-payments.ts';
import type { PaymentRoutesOptions } from './payment-routes.ts';
import { registerPaymentRoutes } from './payment-routes.ts';
import { registerSandboxRoutes } from './sandbox/sandbox-routes.ts';
import { registerTransactionRoutes } from './transaction-routes.ts';
import type { WidgetRoutesOptions } from './widget-routes.ts';
import { framingOrigins, registerWidgetRoutes } from './widget-routes.ts';

type Parts = PaymentsParts & Omit<PaymentRoutesOptions, 'payments'> & Pick<WidgetRoutesOptions, 'config'>;

/** Opens the payment providers and registers the calls about money. Throws if a provider cannot be used. */
export async function registerPayments(http: FastifyInstance, parts: Parts): Promise<Payments> {
  const { config, database, runtime, sessions } = parts;
  const payments = await openPayments(parts);
  registerTransactionRoutes(http, { database, runtime, sessions, payments });
  registerPaymentRoutes(http, { ...parts, payments });
  if (payments.sandbox)
    await registerSandboxRoutes(http, { sandbox: payments.sandbox, shownIn: framingOrigins(config) });
  registerWidgetRoutes(http, { providers: payments.providers, config });
  return payments;
}
