import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { Database, Queries } from '../db/database.ts';
import { readSnapshot } from '../db/read-snapshot.ts';
import type { StatementPeriod } from '../../lib/transactions/statement-period.ts';
import { endOfDay, startOfDay } from '../../lib/transactions/statement-period.ts';
import type { StatementBroker, StatementEntry, StatementFacts } from './statement.ts';
import { orderEntries } from './statement.ts';
import { countEntries, loadStatementOwner, pageEntries, sumFundsBefore } from './statement-rows.ts';

/** A longer file would have thousands of pages. A customer with more entries has to choose shorter periods. */
export const mostStatementRows = 50_000;

export interface FactsRequest extends StatementPeriod {
  accountId: number;
  madeAt: Date;
  broker: StatementBroker;
  /** ISO 4217. */
  currency: string;
}

/** Counts the entries that a statement would have now. Entries may be added before the statement is made. */
export function countLines(
  queries: Queries,
  { accountId, from, until }: StatementPeriod & { accountId: number },
): Promise<number> {
  return countEntries(queries, accountId, { since: new Date(startOfDay(from)), before: new Date(endOfDay(until)) });
}

/**
 * Reads the facts of a statement in one snapshot and without locks. Entries that are recorded meanwhile are not
 * included. Problem: VALIDATION if the period has more than 50,000 entries.
 */
export async function readFacts(
  database: Pick<Database, 'transaction'>,
  request: FactsRequest,
): Promise<Result<{ facts: StatementFacts }>> {
  const { accountId, from, until, madeAt, broker, currency } = request;
  const since = new Date(startOfDay(from));
  const before = new Date(Math.min(endOfDay(until), madeAt.getTime()));
  return database.transaction(async (connection) => {
    await readSnapshot(connection);
    const owner = await loadStatementOwner(connection, accountId);
    if (!owner) throw new Error(`There is no account ${accountId}`);
    if ((await countEntries(connection, accountId, { since, before })) > mostStatementRows) {
      const words = `This period has more than ${mostStatementRows} entries. Choose a shorter one.`;
      return refuse('VALIDATION', { fields: { until: words } });
    }
    const opening = await sumFundsBefore(connection, accountId, since);
    const entries: StatementEntry[] = [];
    for await (const page of pageEntries(connection, accountId, { since, before })) entries.push(...page);
    const closing = await sumFundsBefore(connection, accountId, before);
    const customer = `${owner.firstName} ${owner.lastName}`.trim();
    const head = { broker, customer, customerNumber: owner.uniqid, from, until, madeAt, currency };
    return { ok: true, facts: { head, opening, entries: orderEntries(opening, entries), closing } };
  });
}
