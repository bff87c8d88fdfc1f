import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';

const changeAmount = statement(
  'transaction-amount',
  'update transactions set amount_minor = :amountMinor where id = :transactionId',
);

/**
 * Replaces the requested amount of a deposit with the amount that arrived; its payment keeps the requested one. The
 * caller holds the lock on its row.
 */
export async function updateAmount(
  queries: Queries,
  change: { transactionId: string; amountMinor: number },
): Promise<void> {
  await changeAmount.write(queries, change);
}

const findParty = statement(
  'payout-party',
  `select p.party from ledger_entries e join ledger_postings p on p.entry_id = e.id
   where e.business_key = 'withdrawal-sent:' || :transactionId::text and p.book = 'provider'`,
);

/** The party that paid out a withdrawal. */
export async function partyOfPayout(queries: Queries, transactionId: string): Promise<string> {
  return (await findParty.first(queries, { transactionId }))?.party ?? 'bank';
}

const findLanguage = statement(
  'transaction-last-language',
  `select language from transactions where account_id = :accountId and language is not null
   order by created_at desc limit 1`,
);

/** The language in which the customer last requested a deposit or withdrawal on a page; null if they never did. */
export async function lastLanguage(queries: Queries, accountId: number): Promise<string | null> {
  return (await findLanguage.first(queries, { accountId }))?.language ?? null;
}
