import type { Config } from '../../config.ts';
import type { Queries } from '../../db/database.ts';
import { readProviderFile } from '../../payments/providers/provider-file.ts';
import { sandboxName } from '../../payments/sandbox/sandbox-driver.ts';
import { stripeName } from '../../payments/stripe/stripe-driver.ts';
import { isPartyInBooks } from './known-parties-rows.ts';

/** Parties of the broker's own: what was transferred, and what came in any other way. */
const ownParties = ['bank', 'manual'];

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
  if (party === stripeName && payments.stripe) return true;
  if (party === sandboxName && payments.sandbox) return true;
  const described = payments.file === null ? [] : await readProviderFile(payments.file);
  return described.some(({ name }) => name === party) || isPartyInBooks(queries, party);
}
