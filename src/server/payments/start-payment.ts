import type { Logger } from 'pino';
import type { Locale } from '../../brand.ts';
import { writeAddress } from '../../content/addresses.ts';
import { webhookPaths } from '../../lib/contract/payments/payment-calls.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountRow } from '../accounts/accounts-rows.ts';
import { loadAccount } from '../accounts/accounts-rows.ts';
import type { Database, Queries } from '../db/database.ts';
import { longestLockWait, orUnavailable } from '../db/lock-wait.ts';
import { countryCodeOf } from '../locations/countries.ts';
import type { Runtime } from '../runtime.ts';
import { lockFunds } from './money-rows.ts';
import type { PaymentDriver, PaymentOrder, PaymentProvider, PaymentProviders } from './payment-provider.ts';
import { ProviderUnavailable } from './payment-provider.ts';
import type { PaymentRow } from './payment-rows.ts';
import { makeReportsDue, listOpenDeposits, loadPayment, updateBegun, updateStarted } from './payment-rows.ts';
import { firstAskMs, payWithinMs, reachWithinMs } from './rules/decide-ask.ts';

export interface StartParts {
  database: Database;
  runtime: Pick<Runtime, 'now'>;
  providers: PaymentProviders;
  /** The public addresses of the site and the server, without a trailing slash. */
  addresses: { siteUrl: string; apiUrl: string };
  logger: Pick<Logger, 'warn'>;
  /** Called when earlier reports can be processed because the payment's reference is known now. */
  wake: () => void;
  /** Called once the payment page is known: from then on the deposit waits to be paid. */
  moneyMoved: (accountId: number) => void;
}

export interface StartRequest {
  accountId: number;
  transactionId: string;
  provider: string;
  /** The language of the customer's page. */
  locale: Locale;
  /** The IP address of the connection. */
  ip: string;
}

/**
 * Asks the provider of a deposit for the page to pay on, outside any database transaction, and stores the answer.
 * `redirectUrl` is null if the provider named no page. A repeat returns the first page.
 *
 * Problems: NOT_FOUND (also if it belongs to another account or provider); TRANSACTION_CLOSED (also if the customer
 * cancelled it in the meantime); TOO_MANY_REQUESTS if the account already has the maximum number of deposits waiting at
 * providers; UNAVAILABLE if the provider does not answer, its answer cannot be read, or the account stays locked by
 * others.
 */
export async function startPayment(
  parts: StartParts,
  request: StartRequest,
): Promise<Result<{ redirectUrl: string | null }>> {
  const { database, providers } = parts;
  const payment = await loadPayment(database, request.transactionId);
  const provider = providers.get(request.provider);
  if (payment?.accountId !== request.accountId || payment.provider !== request.provider || !provider) {
    return refuse('NOT_FOUND');
  }
  if (payment.status !== 'pending' || payment.state === 'differs') return refuse('TRANSACTION_CLOSED');
  if (payment.redirectUrl !== null || !provider.driver) return { ok: true, redirectUrl: payment.redirectUrl };
  const begun = await begin(parts, payment, provider);
  if (!begun.ok) return begun;
  const account = await loadAccount(database, request.accountId);
  if (!account) throw new Error(`There is no account ${request.accountId}`);
  const asked = await ask(parts, provider.driver, orderOf(parts, { payment, account, request }));
  if (asked.ok && asked.redirectUrl !== null) parts.moneyMoved(request.accountId);
  return asked;
}

/**
 * Marks the payment as started before the provider is called, since its answer may get lost. Counts open deposits under
 * the lock of the account, so that parallel requests cannot exceed the limit.
 */
function begin(
  { database, runtime }: StartParts,
  { accountId, transactionId, state }: PaymentRow,
  { canBeAsked }: PaymentProvider,
): Promise<Result> {
  if (state !== 'created') return Promise.resolve({ ok: true });
  const begun = database.transaction(async (connection): Promise<Result> => {
    await lockFunds(connection, accountId);
    const now = await loadPayment(connection, transactionId);
    if (now?.status !== 'pending' || now.state === 'differs') return refuse('TRANSACTION_CLOSED');
    if (now.state !== 'created') return { ok: true };
    const nowMs = runtime.now();
    const room = await checkOpenDeposits(connection, { accountId, nowMs });
    if (!room.ok) return room;
    const askAt = canBeAsked ? new Date(nowMs + firstAskMs) : null;
    await updateBegun(connection, { transactionId, at: new Date(nowMs), askAt });
    return room;
  }, longestLockWait);
  return orUnavailable(begun);
}

async function ask(
  { database, runtime, logger, wake }: StartParts,
  driver: PaymentDriver,
  order: StartedOrder,
): Promise<Result<{ redirectUrl: string | null }>> {
  const { provider, transactionId, accountId } = order;
  try {
    const { reference, redirectUrl } = await driver.start(order);
    const at = new Date(runtime.now());
    await database.transaction(async (connection) => {
      await lockFunds(connection, accountId);
      await updateStarted(connection, { transactionId, reference, redirectUrl, at });
    });
    if (reference !== null && (await makeReportsDue(database, { provider, reference, at }))) wake();
  } catch (fault) {
    if (!(fault instanceof ProviderUnavailable) && !isTaken(fault)) throw fault;
    logger.warn({ err: fault, provider, transaction: transactionId }, 'a provider could not start a payment');
    return refuse('UNAVAILABLE');
  }
  // Of two parallel requests, the first answer was stored; for a cancelled deposit, none was.
  const stored = await loadPayment(database, transactionId);
  if (stored?.status === 'cancelled') return refuse('TRANSACTION_CLOSED');
  return { ok: true, redirectUrl: stored?.redirectUrl ?? null };
}

/** Whether the provider gave the same reference to two payments, which would make a report by reference ambiguous. */
function isTaken(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === '23505';
}

interface StartedOrder extends PaymentOrder {
  provider: string;
  accountId: number;
}

interface Facts {
  payment: PaymentRow;
  account: AccountRow;
  request: StartRequest;
}

function orderOf({ addresses }: StartParts, { payment, account, request }: Facts): StartedOrder {
  const { transactionId, accountId, amountMinor, currency, provider } = payment;
  const { token, firstName, lastName, email, phone, countryId, city, street, zipCode, birthDate } = account;
  const country = countryId === null ? null : countryCodeOf(countryId);
  const known = { token, firstName, lastName, email, phone, country, city, street, zipCode, birthDate };
  const page = writeAddress({ locale: request.locale, slug: 'payment/return' });
  return {
    ...{ provider, accountId, transactionId, amountMinor, currency },
    customer: { ...known, language: request.locale, ip: request.ip },
    returnUrl: `${addresses.siteUrl}${page}?transaction=${transactionId}`,
    webhookUrl: addresses.apiUrl + webhookPaths[1].replace('{provider}', provider),
  };
}

/**
 * The maximum number of deposits of one account that wait at providers. Each is polled for a day or waits for an
 * operator, so more of them would delay the deposits of other accounts.
 */
export const mostOpenDeposits = 20;

/**
 * Whether an account may start another deposit with a provider. A cancelled one counts while its provider is still
 * polled. Parallel requests respect the limit only if the caller has locked the account and writes in the same database
 * transaction. Problem: TOO_MANY_REQUESTS, with the seconds until enough deposits expire, if they expire at all.
 */
export async function checkOpenDeposits(
  queries: Queries,
  { accountId, nowMs }: { accountId: number; nowMs: number },
): Promise<Result> {
  const open = await listOpenDeposits(queries, { accountId, since: new Date(nowMs - reachWithinMs) });
  const tooMany = open.length - mostOpenDeposits;
  if (tooMany < 0) return { ok: true };
  const first = open.filter(({ isAsked }) => isAsked)[tooMany];
  // Too few of the deposits expire: the others wait for an operator, for an unknown time.
  if (!first) return refuse('TOO_MANY_REQUESTS');
  const leftMs = first.begunAt.getTime() + payWithinMs - nowMs;
  return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(60, Math.ceil(leftMs / 1_000)) });
}
