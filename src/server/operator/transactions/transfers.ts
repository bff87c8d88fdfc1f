import type { DepositMethod } from '../../../lib/contract/payments/payment-entities.ts';
import type { Config } from '../../config.ts';
import type { BankEntry, ProviderEntry } from '../../payments/providers/provider-entry.ts';
import { textsOf } from '../../payments/providers/broker-text.ts';
import { describedProviders, isOfConfiguration } from './known-parties.ts';
import type { ListedTransaction } from './listed-transactions-rows.ts';

/** What a deposit by transfer is known by where it arrives. */
export interface Transfer {
  /** What its customer is told to quote: the referral code of the account. */
  reference: string;
  /** Where it is sent to, as its customer is shown it; null where no provider of this name is described any more. */
  account: readonly { name: string; value: string }[] | null;
}

export type WithTransfer<Row extends ListedTransaction> = Row & {
  /** Null: it comes by no transfer. */
  transfer: Transfer | null;
};

/** Deposits of this method are transfers, unless a provider of another kind has it. */
const bankMethod: DepositMethod = 2;

/** Deposits with what their customers were told of the transfer. Throws `UnusableValue` where the file of the providers cannot be used. */
export async function withTransfers<Row extends ListedTransaction>(
  { payments }: Pick<Config, 'payments'>,
  rows: readonly Row[],
): Promise<WithTransfer<Row>[]> {
  const described = await describedProviders(payments);
  return rows.map((row) => ({ ...row, transfer: transferOf(payments, described, row) }));
}

function transferOf(
  payments: Config['payments'],
  described: readonly ProviderEntry[],
  { typeId, provider, uniqid }: ListedTransaction,
): Transfer | null {
  const entry = described.find(({ name }) => name === provider);
  if (entry?.kind === 'bank') return { reference: uniqid, account: accountOf(entry) };
  const isOther = provider !== null && isOfConfiguration(payments, described, provider);
  return typeId !== bankMethod || isOther ? null : { reference: uniqid, account: null };
}

const accountOf = ({ account }: BankEntry) => account.map(({ name, value }) => ({ name: textsOf(name).all, value }));

/** What is to be looked for, and where; or why that is not known. */
export function transferText({ transfer, provider }: WithTransfer<ListedTransaction>): string | null {
  if (transfer === null) return null;
  const { reference, account } = transfer;
  const to = account?.map(({ name, value }) => `${name} ${value}`).join(', ');
  const missing = provider === null ? 'it names no provider' : `PAYMENTS_FILE describes no provider ${provider}`;
  return `quoting ${reference}, to ${to ?? `an account that is not known: ${missing}`}`;
}
