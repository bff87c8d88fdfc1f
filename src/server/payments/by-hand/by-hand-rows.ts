import type { Queries } from '../../db/database.ts';

/** Changes what a deposit was asked to be into what has come; its payment keeps what was asked for. Its row is locked. */
export async function updateAmount(
  queries: Queries,
  { transactionId, amountMinor }: { transactionId: string; amountMinor: number },
): Promise<void> {
  await queries.query({
    name: 'transaction-amount',
    text: 'update transactions set amount_minor = $2 where id = $1',
    values: [transactionId, amountMinor],
  });
}

/** By what a withdrawal was paid out. */
export async function partyOfPayout(queries: Queries, transactionId: string): Promise<string> {
  const { rows } = await queries.query<{ party: string | null }>({
    name: 'payout-party',
    text: `select p.party from ledger_entries e join ledger_postings p on p.entry_id = e.id
      where e.business_key = 'withdrawal-sent:' || $1 and p.book = 'provider'`,
    values: [transactionId],
  });
  return rows[0]?.party ?? 'bank';
}

/** What the customer read when last asking for a movement of money by a page; null where none was asked for. */
export async function lastLanguage(queries: Queries, accountId: number): Promise<string | null> {
  const { rows } = await queries.query<{ language: string }>({
    name: 'transaction-last-language',
    text: `select language from transactions where account_id = $1 and language is not null
      order by created_at desc limit 1`,
    values: [accountId],
  });
  return rows[0]?.language ?? null;
}
