import type { DepositMethod } from '../../../lib/contract/payments/payment-entities.ts';
import type { Queries } from '../../db/database.ts';
import { UnusableValue } from '../../environment.ts';
import { stripeName } from '../drivers/stripe-driver.ts';
import { textsOf } from '../providers/method-labels.ts';
import type { PaymentsConfig } from '../providers/payments-config.ts';
import type { BankEntry, ProviderEntry } from '../providers/provider-file.ts';
import { readProviderFile } from '../providers/provider-file.ts';
import { sandboxName } from '../sandbox/sandbox-driver.ts';
import type { ListedTransaction } from './operated-transactions-rows.ts';
import { isPartyInBooks } from './operated-transactions-rows.ts';

/** What a deposit by transfer is known by where it arrives. */
export interface Transfer {
  /** What its customer is told to quote: the referral code of the account. */
  reference: string;
  /** Where it is sent to, as its customer is shown it; null where nobody knows. */
  account: readonly { name: string; value: string }[] | null;
  /** Why nobody knows, in words; null where it is known. */
  missing: string | null;
}

export type WithTransfer<Row extends ListedTransaction> = Row & {
  /** Null: it comes by no transfer. */
  transfer: Transfer | null;
};

/**
 * Deposits of this method are transfers, unless a provider of another kind has it, was asked where they are paid, or
 * knows them by a reference of its own.
 */
const bankMethod: DepositMethod = 2;

/** Null: the file of the providers cannot be used. */
type Described = readonly ProviderEntry[] | null;

/**
 * Deposits with what their customers were told of the transfer. A file that cannot be used is said and not thrown:
 * what is described may have moved money already.
 */
export async function withTransfers<Row extends ListedTransaction>(
  { payments }: PaymentsConfig,
  rows: readonly Row[],
): Promise<WithTransfer<Row>[]> {
  const described = await describedOrNull(payments);
  return rows.map((row) => ({ ...row, transfer: transferOf(payments, described, row) }));
}

async function describedOrNull(payments: PaymentsConfig['payments']): Promise<Described> {
  try {
    return await describedProviders(payments);
  } catch (fault) {
    if (fault instanceof UnusableValue) return null;
    throw fault;
  }
}

function transferOf(
  payments: PaymentsConfig['payments'],
  described: Described,
  { typeId, provider, reference, state, uniqid }: ListedTransaction,
): Transfer | null {
  if (reference !== null) return null;
  const entry = described?.find(({ name }) => name === provider);
  if (entry?.kind === 'bank') return { reference: uniqid, account: accountOf(entry), missing: null };
  const isOther = provider !== null && isOfConfiguration(payments, described ?? [], provider);
  const isAsked = state !== null && state !== 'created';
  if (typeId !== bankMethod || isOther || isAsked) return null;
  return { reference: uniqid, account: null, missing: missingOf(described, provider) };
}

function missingOf(described: Described, provider: string | null): string {
  if (provider === null) return 'it names no provider';
  return described === null ? 'PAYMENTS_FILE cannot be read' : `PAYMENTS_FILE describes no provider ${provider}`;
}

const accountOf = ({ account }: BankEntry) => account.map(({ name, value }) => ({ name: textsOf(name).all, value }));

/** What is to be looked for, and where; or why that is not known. */
export function transferText({ transfer }: WithTransfer<ListedTransaction>): string | null {
  if (transfer === null) return null;
  const { reference, account, missing } = transfer;
  const to = account?.map(({ name, value }) => `${name} ${value}`).join(', ');
  return `quoting ${reference}, to ${to ?? `an account that is not known: ${missing ?? ''}`}`;
}

/** Parties of the broker's own: what was transferred, and what came in any other way. */
const ownParties = ['bank', 'manual'];

/** What the broker's file describes. Throws `UnusableValue` where it cannot be used. */
export function describedProviders({ file }: PaymentsConfig['payments']): Promise<ProviderEntry[]> {
  return file === null ? Promise.resolve([]) : readProviderFile(file);
}

/** Whether a provider of this name is configured. */
export function isOfConfiguration(
  { stripe, sandbox }: Pick<PaymentsConfig['payments'], 'stripe' | 'sandbox'>,
  described: readonly ProviderEntry[],
  name: string,
): boolean {
  if (name === stripeName) return stripe !== null;
  return name === sandboxName ? sandbox : described.some((entry) => entry.name === name);
}

/**
 * Whether money may be said to have gone by a party: one that is configured, one of the broker's own, or one that is
 * in the books already, which nobody can write anything out of again. Throws `UnusableValue` where the file of the
 * providers cannot be used.
 */
export async function isKnownParty(queries: Queries, { payments }: PaymentsConfig, party: string): Promise<boolean> {
  if (ownParties.includes(party)) return true;
  const isConfigured = isOfConfiguration(payments, await describedProviders(payments), party);
  return isConfigured || isPartyInBooks(queries, party);
}
