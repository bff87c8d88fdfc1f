import type { Logger } from 'pino';
import type { FeedFacts } from '../../lib/contract/entities.ts';
import type { Database } from '../db/database.ts';
import { UnusableValue } from '../environment.ts';
import type { Runtime } from '../runtime.ts';
import type { Schedule } from '../schedule.ts';
import { createAskWorker } from './inbox/ask-worker.ts';
import { createEventWorker } from './inbox/event-worker.ts';
import type { ReceiveWebhook } from './inbox/receive-webhook.ts';
import { createReceiveWebhook } from './inbox/receive-webhook.ts';
import type { CreditListener } from './inbox/settle-payment.ts';
import type { TellOfMoney } from './tell-of-money.ts';
import { createTellOfMoney } from './tell-of-money.ts';
import type { PaymentDriver, PaymentProvider, PaymentProviders, Webhook } from './payment-provider.ts';
import { openProviders } from './providers/open-providers.ts';
import type { PaymentsConfig } from './providers/payments-config.ts';
import type { SandboxName } from './sandbox/sandbox-driver.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { createSandbox } from './sandbox/sandbox.ts';

export interface PaymentsParts {
  config: PaymentsConfig & { siteUrl: string; allowSimulatedMarket: boolean };
  market: { feed: Pick<FeedFacts, 'origin'> };
  database: Database;
  masterKey: Uint8Array;
  runtime: Runtime;
  logger: Logger;
  schedule: Schedule;
  /** Called after every commit that moves money of an account or changes one of its transactions. */
  moneyMoved: (accountId: number) => void;
  onCredited: CreditListener;
}

/** Accepts and processes providers' reports, and polls payments that were never reported. */
export interface Payments {
  providers: PaymentProviders;
  /** Null: switched off. */
  sandbox: Sandbox | null;
  moneyMoved: (accountId: number) => void;
  tellOfMoney: TellOfMoney;
  /** How many times a bonus has to be traded before it can be withdrawn; null: it never can. */
  bonusTurnover: number | null;
  receive: ReceiveWebhook;
  /** Processes due reports now. */
  wake: () => void;
  /** Does everything that is due; resolves when it is done. */
  work: () => Promise<void>;
  start: () => Promise<void>;
  /** Finishes work in progress. */
  stop: () => Promise<void>;
}

/** Opens the configured providers; throws if the configuration cannot be used. */
export async function openPayments(parts: PaymentsParts): Promise<Payments> {
  const { config, database, runtime, moneyMoved } = parts;
  const deliver = (webhook: Webhook, provider: SandboxName) => receive(provider, webhook);
  const sandbox = config.payments.sandbox ? createSandbox({ ...parts, deliver }) : null;
  const providers = await openProviders({ ...parts, sandbox: sandbox?.providers });
  refuseSimulatedMarket(config, parts.market.feed, providers.all);
  const tellOfMoney = createTellOfMoney({ runtime, siteUrl: config.siteUrl });
  const events = createEventWorker({ ...parts, tellOfMoney });
  const { wake } = events;
  const asks = createAskWorker({ ...parts, tellOfMoney, providers, hastened: wake });
  const receive = createReceiveWebhook({ database, runtime, drivers: driversOf(providers), wake });
  return {
    ...{ providers, sandbox, moneyMoved, tellOfMoney, wake, receive },
    bonusTurnover: config.payments.bonusTurnover,
    async work() {
      // First, because both can store reports, which `events` then processes.
      await Promise.all([asks.work(), sandbox?.work()]);
      await events.work();
    },
    async start() {
      events.start();
      asks.start();
      await sandbox?.start();
    },
    async stop() {
      await Promise.all([events.stop(), asks.stop(), sandbox?.stop()]);
    },
  };
}

/**
 * Throws `UnusableValue` if customers would trade real money on simulated or recorded prices, unless the broker allows
 * it: anybody who can predict those prices wins that money.
 */
export function refuseSimulatedMarket(
  { allowSimulatedMarket }: { allowSimulatedMarket: boolean },
  { origin }: Pick<FeedFacts, 'origin'>,
  providers: readonly Pick<PaymentProvider, 'name' | 'shown'>[],
): void {
  const real = providers.filter(({ shown }) => shown.simulated === 0).map(({ name }) => name);
  if (allowSimulatedMarket || origin === 'live' || real.length === 0) return;
  const expected = `on, because the prices are ${origin} and customers pay by ${real.join(', ')}`;
  throw new UnusableValue({ variable: 'ALLOW_SIMULATED_MARKET', expected, found: 'off' }, undefined);
}

function driversOf({ all }: PaymentProviders): ReadonlyMap<string, PaymentDriver> {
  return new Map(all.flatMap(({ name, driver }) => (driver ? [[name, driver]] : [])));
}
