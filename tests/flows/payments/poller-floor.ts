import { randomUUID } from 'node:crypto';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import type { AskWorker } from '../../../src/server/payments/inbox/ask-worker.ts';
import { createAskWorker } from '../../../src/server/payments/inbox/ask-worker.ts';
import type { EventWorker } from '../../../src/server/payments/inbox/event-worker.ts';
import { createEventWorker } from '../../../src/server/payments/inbox/event-worker.ts';
import type { TellOfMoney } from '../../../src/server/payments/tell-of-money.ts';
import { insertStep, insertTransaction } from '../../../src/server/payments/money-rows.ts';
import type { PaymentDriver, PaymentReport, PaymentProvider } from '../../../src/server/payments/payment-provider.ts';
import { createPaymentProviders } from '../../../src/server/payments/payment-provider.ts';
import { insertPayment, loadPayment, updateStarted } from '../../../src/server/payments/payment-rows.ts';
import { firstAskMs } from '../../../src/server/payments/rules/decide-ask.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import type { TradingFloor } from '../../support/trading-floor.ts';
import { openTradingFloor } from '../../support/trading-floor.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';

type Ask = NonNullable<PaymentDriver['ask']>;

/** Deposits without any report, and providers that answer as the test says. */
export interface PollerFloor extends Pick<TradingFloor, 'database' | 'openAccount' | 'close'> {
  clock: ManualClock;
  moved: number[];
  /** How often a polled answer made stored reports due at once. */
  hastened: () => number;
  log: Record<string, unknown>[];
  /** The worker that polls providers. By default it sends mails as the product does. */
  worker: (asks: Record<string, Ask | null>, tellOfMoney?: TellOfMoney) => AskWorker;
  /** The worker that processes reports. */
  eventWorker: (tellOfMoney: TellOfMoney) => EventWorker;
  /**
   * A deposit of 250.00 EUR that begins now. `isStarted` false: its customer left before the provider was asked for a
   * page.
   */
  deposit: (
    accountId: number,
    options?: { provider?: string; isStarted?: boolean; isAsked?: boolean; isNamed?: boolean },
  ) => Promise<string>;
  /** Status and state of a deposit, and when its provider is polled next. */
  stateOf: (
    transactionId: string,
  ) => Promise<{ status: string; state: string; askAt: Date | null; note: string | null }>;
  balanceOf: (accountId: number) => Promise<number>;
  booksHold: () => Promise<boolean>;
}

export const amountMinor = 25_000;
export const paid: PaymentReport = { outcome: 'paid', amountMinor, currency: 'EUR' };
export const waiting: PaymentReport = { outcome: 'waiting', amountMinor: 0, currency: '' };

export async function openPollerFloor(): Promise<PollerFloor> {
  const { database, openAccount, close } = await openTradingFloor();
  const clock = createManualClock();
  const { moved, log }: Pick<PollerFloor, 'moved' | 'log'> = { moved: [], log: [] };
  let hastened = 0;
  const note = (facts: Record<string, unknown>) => void log.push(facts);
  const logger = { info: note, warn: note, error: note } as unknown as Parameters<typeof createAskWorker>[0]['logger'];
  const runtime = { now: clock.now, newId: randomUUID };
  const settling = settlingParts(runtime);
  const moneyMoved = (accountId: number) => void moved.push(accountId);

  return {
    ...{ database, openAccount, close, clock, moved, log, hastened: () => hastened },
    worker(asks, tellOfMoney = settling.tellOfMoney) {
      const all = Object.entries(asks).map(([name, ask]) => providerOf(name, ask));
      const providers = createPaymentProviders(all, { leastMinor: 1, mostMinor: 1_000_000, currency: 'EUR' });
      const told = { ...settling, tellOfMoney, moneyMoved, hastened: () => void (hastened += 1) };
      return createAskWorker({ database, providers, ...told, logger, schedule: clock.schedule });
    },
    eventWorker: (tellOfMoney) =>
      createEventWorker({ database, ...settling, tellOfMoney, moneyMoved, logger, schedule: clock.schedule }),
    async deposit(accountId, { provider = 'acme', isStarted = true, isAsked = true, isNamed = true } = {}) {
      const transactionId = randomUUID();
      const at = new Date(clock.now());
      const askAt = isAsked ? new Date(clock.now() + firstAskMs) : null;
      const row = { id: transactionId, accountId, typeId: 1, status: 'pending', amountMinor, createdAt: at } as const;
      await insertTransaction(database, { ...row, comments: null, requestId: null });
      await insertPayment(database, { transactionId, accountId, provider, amountMinor, currency: 'EUR', at, askAt });
      await insertStep(database, { transactionId, step: 'requested', at });
      const reference = isNamed ? `r-${transactionId}` : null;
      const started = { transactionId, reference, redirectUrl: 'https://pay.example/1', at };
      if (isStarted) await updateStarted(database, started);
      return transactionId;
    },
    async stateOf(transactionId) {
      const payment = await loadPayment(database, transactionId);
      if (!payment) throw new Error('there is no such payment');
      const text = 'select ask_at as "askAt", note from payments where transaction_id = $1';
      const { rows } = await database.query<{ askAt: Date | null; note: string | null }>(text, [transactionId]);
      return { status: payment.status, state: payment.state, askAt: null, note: null, ...rows[0] };
    },
    async balanceOf(accountId) {
      const text = 'select balance_minor as "balanceMinor" from accounts where id = $1';
      const { rows } = await database.query<{ balanceMinor: number }>(text, [accountId]);
      return rows[0]?.balanceMinor ?? NaN;
    },
    booksHold: async () => (await verifyLedger(database)).holds,
  };
}

function providerOf(name: string, ask: Ask | null): PaymentProvider {
  const refuse = () => Promise.reject(new Error('nobody starts here'));
  const driver: PaymentDriver = { start: refuse, readWebhook: () => null, ask };
  const shown = { method: 1, kind: 'send', provider: name, label: name, icon: 'card', simulated: 0 } as const;
  return { name, shown, driver, canBeAsked: ask !== null };
}
