import { createHash } from 'node:crypto';
import type { Database, Queries } from '../db/database.ts';
import { isLockTimeout } from '../db/lock-wait.ts';
import { inPieces } from '../db/read-pieces.ts';
import type { CheckResult } from './checks/ledger-check.ts';

/**
 * Identifies the state of the books up to an entry, by its number and the SHA-256 of all entries up to it. If a head is
 * stored where nobody with access to the database can change it, it later proves that no entry was changed or removed.
 */
export interface LedgerHead {
  number: number;
  /** In hexadecimal. */
  digest: string;
}

export const headText = ({ number, digest }: LedgerHead) => `${number}-${digest}`;

/** Parses a head; null if the text is not one. */
export function readHead(text: string): LedgerHead | null {
  const [, number, digest] = /^(\d{1,15})-([0-9a-f]{64})$/.exec(text.trim().toLowerCase()) ?? [];
  return number === undefined || digest === undefined ? null : { number: Number(number), digest };
}

/** Entries were posted without a pause in which a head could be made. */
export class NoPauseForHead extends Error {}

/**
 * The last assigned entry number. Waits for postings under way and blocks new ones during the query, so no entry with a
 * smaller number can appear later. Throws `NoPauseForHead` if that takes longer than two seconds.
 */
export async function lastNumber(database: Database): Promise<number> {
  const made = database.transaction(
    async (connection) => {
      await connection.query('lock table ledger_entries in share mode');
      const text = 'select case when is_called then last_value else 0 end as number from ledger_entries_number_seq';
      return (await connection.query<{ number: number }>(text)).rows[0]?.number ?? 0;
    },
    { lock_timeout: '2s' },
  );
  return made.catch((fault: unknown) => {
    throw isLockTimeout(fault) ? new NoPauseForHead('The ledger is too busy right now. Try again.') : fault;
  });
}

/**
 * Selects the content of each posting, and for a close the whole position except its request id. Rows are JSON arrays,
 * so that different contents never have the same text.
 */
const lines = (upTo: number) => `
  select json_build_array(e.number, e.id, e.business_key, extract(epoch from e.recorded_at), p.line, p.book, p.account_id,
    p.amount_minor, p.balance_after_minor, p.party, c.direction, c.amount_minor, c.leverage, c.open_rate, c.closed_rate,
    c.account_id, c.symbol, c.take_profit, c.stop_loss, c.protected, c.auto, c.closing_reason, c.profit_minor,
    extract(epoch from c.opened_at), c.open_bid, c.open_ask, extract(epoch from c.open_quote_at), c.open_sequence, c.open_feed,
    extract(epoch from c.closed_at), c.closed_bid, c.closed_ask, extract(epoch from c.closed_quote_at), c.closed_sequence,
    c.closed_feed, c.closed_after_jump)::text as text
  from ledger_entries e join ledger_postings p on p.entry_id = e.id
  left join positions c on e.business_key = 'close:' || c.id
  where e.number <= ${upTo} order by e.number, p.line`;

/**
 * Computes the head of the books at an entry number. The digest also covers `ledger_numbering`, which says which
 * entries are excused because of their age. Must run in a transaction that reads one snapshot.
 */
export async function headAt(connection: Queries, number: number): Promise<LedgerHead> {
  const hash = createHash('sha256');
  const { rows } = await connection.query('select older_up_to from ledger_numbering');
  hash.update(`${JSON.stringify(rows)}\n`);
  for await (const piece of inPieces<{ text: string }>(connection, lines(number))) {
    for (const { text } of piece) hash.update(`${text}\n`);
  }
  return { number, digest: hash.digest('hex') };
}

/** Checks that the entries up to a head have the same content as when the head was made. */
export async function checkHead(connection: Queries, kept: LedgerHead): Promise<CheckResult> {
  const { digest } = await headAt(connection, kept.number);
  const isSame = digest === kept.digest;
  return {
    title: 'All entries up to the kept head, and the closes they belong to, are unchanged',
    looked: 1,
    faulty: isSame ? 0 : 1,
    examples: isSame ? [] : [`entries up to number ${kept.number}: ${digest}, once ${kept.digest}`],
  };
}
