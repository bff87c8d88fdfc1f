import { hasMissingDetails } from '../../../lib/contract/accounts/missing-details.ts';
import type { DepositMethod } from '../../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { AccountRow } from '../../accounts/accounts-rows.ts';
import { userView } from '../../accounts/user-view.ts';
import type { RequestOrigin } from '../../audit/audit-log.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database, Queries } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import { payWithinMs } from '../rules/decide-ask.ts';
import { insertPayment } from '../payment-rows.ts';
import type { PaymentProvider, PaymentProviders } from '../payment-providers.ts';
import { findRepeat } from '../find-repeat.ts';
import { insertStep, insertTransaction } from '../money-rows.ts';
import { checkOpenDeposits } from './start-payment.ts';

export interface DepositParts {
  database: Pick<Database, 'transaction'>;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  providers: PaymentProviders;
  /** An amount of minor units as the customer reads it. */
  amountText: (minor: number) => string;
}

export interface DepositWish {
  account: AccountRow;
  method: DepositMethod;
  /** Null: the only one of the method. */
  provider: string | null;
  amountMinor: number;
  requestId: string | null;
  /** What the customer reads; null: not known. */
  language: string | null;
  origin: RequestOrigin;
}

/**
 * Begins a deposit: nothing is credited, and no provider is asked yet. Transaction, payment, step and audit entry are one database
 * transaction. A repeat of a request finds the transaction of the first. Problems: PROFILE_INCOMPLETE, METHOD_NOT_OFFERED, VALIDATION
 * with `amount` below the least or above the most deposit, or with `request_id` where something else was begun with it;
 * TOO_MANY_REQUESTS where as many wait at providers as an account may have.
 */
export async function createDeposit(
  { database, runtime, providers, amountText }: DepositParts,
  { account, method, provider, amountMinor, requestId, language, origin }: DepositWish,
): Promise<Result<{ transactionId: string }>> {
  if (hasMissingDetails(userView(account))) return refuse('PROFILE_INCOMPLETE');
  const chosen = providers.find(method, provider);
  if (!chosen) return refuse('METHOD_NOT_OFFERED');
  const { leastMinor, mostMinor, currency } = providers.limits;
  if (amountMinor < leastMinor) return tooLittle(amountText(leastMinor));
  if (amountMinor > mostMinor) return tooMuch(amountText(mostMinor));
  const wish = { accountId: account.id, amountMinor, requestId, provider: chosen, method, language, origin };
  return database.transaction((connection) => begin(connection, { runtime, currency }, wish));
}

interface Begun extends Pick<DepositWish, 'amountMinor' | 'requestId' | 'method' | 'language' | 'origin'> {
  accountId: number;
  provider: PaymentProvider;
}

async function begin(
  connection: Queries,
  { runtime, currency }: { runtime: DepositParts['runtime']; currency: string },
  { accountId, amountMinor, requestId, provider, method, language, origin }: Begun,
): Promise<Result<{ transactionId: string }>> {
  const kept = { accountId, amountMinor };
  const wish = { ...kept, typeId: method, provider: provider.name, requestId };
  const known = await findRepeat(connection, wish);
  if (known) return known;
  const askAfterMs = waitFor(provider);
  // Only a first look, without the account's lock: what is begun here waits with nobody until `startPayment` has
  // counted once more.
  const room = provider.driver ? await checkOpenDeposits(connection, { accountId, nowMs: runtime.now() }) : ok;
  if (!room.ok) return room;
  const transactionId = runtime.newId();
  const at = new Date(runtime.now());
  const asked = { typeId: method, comments: null, requestId, language, createdAt: at };
  const transaction = { ...kept, ...asked, id: transactionId };
  if (!(await insertTransaction(connection, { ...transaction, status: 'pending' }))) {
    // Of two at once this one has waited for the other's commit, and so sees it.
    const repeat = await findRepeat(connection, wish);
    if (repeat) return repeat;
    throw new Error('A deposit was not written, and nothing was there of its request');
  }
  const askAt = askAfterMs === null ? null : new Date(at.getTime() + askAfterMs);
  await insertPayment(connection, { ...kept, transactionId, provider: provider.name, currency, at, askAt });
  await insertStep(connection, { transactionId, step: 'requested', at });
  const details = { transaction: transactionId, provider: provider.name, amount_minor: amountMinor };
  const entry = { id: runtime.newId(), at, event: 'deposit_started', actor: 'customer', accountId } as const;
  await writeAudit(connection, { ...entry, origin, details });
  return { ok: true, transactionId };
}

const ok = { ok: true } as const;

/** How long a payment waits that its customer never comes to pay; null: for ever, because an operator decides about it. */
function waitFor({ driver, canBeAsked, canReport = true }: PaymentProvider): number | null {
  return driver && (canBeAsked || canReport) ? payWithinMs : null;
}

const tooLittle = (least: string) => refuse('VALIDATION', { fields: { amount: `Minimum Deposit ${least}` } });
const tooMuch = (most: string) => refuse('VALIDATION', { fields: { amount: `Maximum Deposit ${most}` } });
