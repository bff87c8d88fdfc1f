import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';

const changeAmount = statement(
  'transaction-amount',
  'update transactions set amount_minor = :amountMinor where id = :transactionId',
);

/**
 * Changes what a deposit was asked to be into what has come; its payment keeps what was asked for. Its row is locked.
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

/** By what a withdrawal was paid out. */
export async function partyOfPayout(queries: Queries, transactionId: string): Promise<string> {
  return (await findParty.first(queries, { transactionId }))?.party ?? 'bank';
}

const findLanguage = statement(
  'transaction-last-language',
  `select language from transactions where account_id = :accountId and language is not null
   order by created_at desc limit 1`,
);

/** What the customer read when last asking for a movement of money by a page; null where none was asked for. */
export async function lastLanguage(queries: Queries, accountId: number): Promise<string | null> {
  return (await findLanguage.first(queries, { accountId }))?.language ?? null;
}
