import type { Config } from '../../config.ts';
import type { Queries } from '../../db/database.ts';
import type { ProviderEntry } from '../../payments/providers/provider-file.ts';
import { readProviderFile } from '../../payments/providers/provider-file.ts';
import { sandboxName } from '../../payments/sandbox/sandbox-driver.ts';
import { stripeName } from '../../payments/drivers/stripe-driver.ts';
import { isPartyInBooks } from './known-parties-rows.ts';

/** Parties of the broker's own: what was transferred, and what came in any other way. */
const ownParties = ['bank', 'manual'];

/** What the broker's file describes. Throws `UnusableValue` where it cannot be used. */
export function describedProviders({ file }: Config['payments']): Promise<ProviderEntry[]> {
  return file === null ? Promise.resolve([]) : readProviderFile(file);
}

/** Whether a provider of this name is configured. */
export function isOfConfiguration(
  { stripe, sandbox }: Pick<Config['payments'], 'stripe' | 'sandbox'>,
  described: readonly ProviderEntry[],
  name: string,
): boolean {
  if (name === stripeName) return stripe !== null;
  return name === sandboxName ? sandbox : described.some((entry) => entry.name === name);
}

/**
 * Whether money may be said to have gone by a party: one that is configured, one of the broker's own, or one that is in the books already,
 * which nobody can write anything out of again. Throws `UnusableValue` where the file of the providers cannot be used.
 */
export async function isKnownParty(
  queries: Queries,
  { payments }: Pick<Config, 'payments'>,
  party: string,
): Promise<boolean> {
  if (ownParties.includes(party)) return true;
  const isConfigured = isOfConfiguration(payments, await describedProviders(payments), party);
  return isConfigured || isPartyInBooks(queries, party);
}
