import { hasMissingDetails } from '../../lib/contract/accounts/missing-details.ts';
import type { DepositMethod } from '../../lib/contract/payments/payment-entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountRow } from '../accounts/accounts-rows.ts';
import { userView } from '../accounts/user-view.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import { findRepeat, insertStep, insertTransaction } from './money-rows.ts';
import type { PaymentProvider, PaymentProviders } from './payment-provider.ts';
import { insertPayment } from './payment-rows.ts';
import { payWithinMs } from './rules/decide-ask.ts';
import { checkOpenDeposits } from './start-payment.ts';

export interface DepositParts {
  database: Pick<Database, 'transaction'>;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  providers: PaymentProviders;
  /** Formats an amount of minor units for the customer. */
  amountText: (minor: number) => string;
}

export interface DepositRequest {
  account: AccountRow;
  method: DepositMethod;
  /** Null: the first provider of the method. */
  provider: string | null;
  amountMinor: number;
  requestId: string | null;
  /** The customer's language; null if unknown. */
  language: string | null;
  origin: RequestOrigin;
}

/**
 * Creates a deposit; credits nothing and contacts no provider yet. Writes transaction, payment, step and audit record
 * in one database transaction. A repeated `request_id` returns the first transaction. Problems: PROFILE_INCOMPLETE;
 * METHOD_NOT_OFFERED; VALIDATION with `amount` outside the limits, or with `request_id` if the same id was used for a
 * different request; TOO_MANY_REQUESTS if too many deposits of the account wait at providers.
 */
export async function createDeposit(
  { database, runtime, providers, amountText }: DepositParts,
  { account, method, provider, amountMinor, requestId, language, origin }: DepositRequest,
): Promise<Result<{ transactionId: string }>> {
  if (hasMissingDetails(userView(account))) return refuse('PROFILE_INCOMPLETE');
  const chosen = providers.find(method, provider);
  if (!chosen) return refuse('METHOD_NOT_OFFERED');
  const { leastMinor, mostMinor, currency } = providers.limits;
  if (amountMinor < leastMinor) return tooLittle(amountText(leastMinor));
  if (amountMinor > mostMinor) return tooMuch(amountText(mostMinor));
  const request = { accountId: account.id, amountMinor, requestId, provider: chosen, method, language, origin };
  return database.transaction((connection) => begin(connection, { runtime, currency }, request));
}

interface Begun extends Pick<DepositRequest, 'amountMinor' | 'requestId' | 'method' | 'language' | 'origin'> {
  accountId: number;
  provider: PaymentProvider;
}

async function begin(
  connection: Queries,
  { runtime, currency }: { runtime: DepositParts['runtime']; currency: string },
  { accountId, amountMinor, requestId, provider, method, language, origin }: Begun,
): Promise<Result<{ transactionId: string }>> {
  const shared = { accountId, amountMinor };
  const request = { ...shared, typeId: method, provider: provider.name, requestId };
  const known = await findRepeat(connection, request);
  if (known) return known;
  const askAfterMs = waitFor(provider);
  // This count runs without the account's lock, so parallel requests may exceed the limit; `startPayment` counts again
  // under the lock.
  const room = provider.driver ? await checkOpenDeposits(connection, { accountId, nowMs: runtime.now() }) : ok;
  if (!room.ok) return room;
  const transactionId = runtime.newId();
  const at = new Date(runtime.now());
  const asked = { typeId: method, comments: null, requestId, language, createdAt: at };
  const transaction = { ...shared, ...asked, id: transactionId };
  if (!(await insertTransaction(connection, { ...transaction, status: 'pending' }))) {
    // A parallel request with the same id committed first: its transaction is visible now.
    const repeat = await findRepeat(connection, request);
    if (repeat) return repeat;
    throw new Error('A deposit was not written, but no transaction has its request id');
  }
  const askAt = askAfterMs === null ? null : new Date(at.getTime() + askAfterMs);
  await insertPayment(connection, { ...shared, transactionId, provider: provider.name, currency, at, askAt });
  await insertStep(connection, { transactionId, step: 'requested', at });
  const details = { transaction: transactionId, provider: provider.name, amount_minor: amountMinor };
  const record = { id: runtime.newId(), at, event: 'deposit_started', actor: 'customer', accountId } as const;
  await writeAudit(connection, { ...record, origin, details });
  return { ok: true, transactionId };
}

const ok = { ok: true } as const;

/**
 * How long a deposit waits for its customer to continue to the payment page before it expires. Null: it never expires,
 * because an operator decides.
 */
function waitFor({ driver, canBeAsked, canReport = true }: PaymentProvider): number | null {
  return driver && (canBeAsked || canReport) ? payWithinMs : null;
}

const tooLittle = (least: string) => refuse('VALIDATION', { fields: { amount: `Minimum Deposit ${least}` } });
const tooMuch = (most: string) => refuse('VALIDATION', { fields: { amount: `Maximum Deposit ${most}` } });
