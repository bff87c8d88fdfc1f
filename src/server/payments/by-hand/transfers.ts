import type { DepositMethod } from '../../../lib/contract/payments/payment-entities.ts';
import type { Queries } from '../../db/database.ts';
import { UnusableValue } from '../../environment.ts';
import { stripeName } from '../drivers/stripe-driver.ts';
import { textsOf } from '../providers/method-labels.ts';
import type { PaymentsConfig } from '../providers/payments-config.ts';
import type { BankDescription, ProviderDescription } from '../providers/provider-file.ts';
import { readProviderFile } from '../providers/provider-file.ts';
import { sandboxNames } from '../sandbox/sandbox-driver.ts';
import type { ListedTransaction } from './operated-transactions-rows.ts';
import { isPartyInBooks } from './operated-transactions-rows.ts';

/** How the broker recognises a deposit by transfer when it arrives. */
export interface Transfer {
  /** The text that the customer is asked to quote: the referral code of the account. */
  reference: string;
  /** The account to pay into, as shown to the customer; null if unknown. */
  account: readonly { name: string; value: string }[] | null;
  /** Why the account is unknown, as a text; null if it is known. */
  missing: string | null;
}

export type WithTransfer<Row extends ListedTransaction> = Row & {
  /** Null if the deposit is not a transfer. */
  transfer: Transfer | null;
};

/**
 * A deposit by this method is a transfer unless its provider is configured as another kind, was asked for a page to pay
 * on, or gave the payment a reference.
 */
const bankMethod: DepositMethod = 2;

/** The descriptions in the providers' file; null if the file is unusable. */
type Described = readonly ProviderDescription[] | null;

/**
 * Adds to each deposit the transfer instructions that its customer was given. If the providers' file is unusable, the
 * result says so instead of throwing: customers may already have sent money.
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
  const description = described?.find(({ name }) => name === provider);
  if (description?.kind === 'bank') return { reference: uniqid, account: accountOf(description), missing: null };
  const isOther = provider !== null && isOfConfiguration(payments, described ?? [], provider);
  const isAsked = state !== null && state !== 'created';
  if (typeId !== bankMethod || isOther || isAsked) return null;
  return { reference: uniqid, account: null, missing: missingOf(described, provider) };
}

function missingOf(described: Described, provider: string | null): string {
  if (provider === null) return 'it names no provider';
  return described === null ? 'PAYMENTS_FILE cannot be read' : `PAYMENTS_FILE describes no provider ${provider}`;
}

const accountOf = ({ account }: BankDescription) =>
  account.map(({ name, value }) => ({ name: textsOf(name).all, value }));

/**
 * Tells an operator which reference to search for and in which account, or why the account is unknown; null if the
 * deposit is not a transfer.
 */
export function transferText({ transfer }: WithTransfer<ListedTransaction>): string | null {
  if (transfer === null) return null;
  const { reference, account, missing } = transfer;
  const to = account?.map(({ name, value }) => `${name} ${value}`).join(', ');
  return `quoting ${reference}, to ${to ?? `an unknown account: ${missing ?? ''}`}`;
}

/** The broker's own parties: `bank` for transfers, `manual` for anything else. */
const ownParties = ['bank', 'manual'];

/** The descriptions in the broker's file. Throws `UnusableValue` if the file cannot be used. */
export function describedProviders({ file }: PaymentsConfig['payments']): Promise<ProviderDescription[]> {
  return file === null ? Promise.resolve([]) : readProviderFile(file);
}

/** Whether a provider of this name is configured. */
export function isOfConfiguration(
  { stripe, sandbox }: Pick<PaymentsConfig['payments'], 'stripe' | 'sandbox'>,
  described: readonly ProviderDescription[],
  name: string,
): boolean {
  if (name === stripeName) return stripe !== null;
  return sandboxNames.some((own) => own === name)
    ? sandbox
    : described.some((description) => description.name === name);
}

/**
 * Whether an operator may name this party: a configured one, one of the broker's own, or one that already appears in
 * the books, which are append-only. Throws `UnusableValue` if the providers' file cannot be used.
 */
export async function isKnownParty(queries: Queries, { payments }: PaymentsConfig, party: string): Promise<boolean> {
  if (ownParties.includes(party)) return true;
  const isConfigured = isOfConfiguration(payments, await describedProviders(payments), party);
  return isConfigured || isPartyInBooks(queries, party);
}
