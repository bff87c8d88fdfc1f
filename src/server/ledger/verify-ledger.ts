import type { Database, Queries } from '../db/database.ts';
import { readSnapshot } from '../db/read-snapshot.ts';
import type { LedgerCheck } from './checks/ledger-check.ts';
import { ledgerChecks } from './ledger-checks.ts';

export interface CheckResult {
  title: string;
  /** How many things were looked at. */
  looked: number;
  /** How many of them disagree. */
  faulty: number;
  /** The first of those that disagree, in words. */
  examples: string[];
}

export interface LedgerProof {
  holds: boolean;
  results: CheckResult[];
}

/**
 * Proves the books: every entry sums to zero and is of something that is known, every cached sum equals what it caches, and every close,
 * transaction, step and payment is in the books as it says. Reads one snapshot, so that a server at work does not disturb it; changes nothing.
 */
export async function verifyLedger(database: Database): Promise<LedgerProof> {
  return database.transaction(async (connection) => {
    await readSnapshot(connection);
    return checkLedger(connection);
  });
}

/** The same inside a transaction of the caller's, which sees to it that all checks read one snapshot. */
export async function checkLedger(queries: Queries): Promise<LedgerProof> {
  const results: CheckResult[] = [];
  for (const check of ledgerChecks) results.push(await runCheck(queries, check));
  return { holds: results.every(({ faulty }) => faulty === 0), results };
}

const shownExamples = 10;

async function runCheck(queries: Queries, { title, looked, faults }: LedgerCheck): Promise<CheckResult> {
  const counted = await queries.query<{ count: number }>(`select count(*) as count from (${looked}) looked`);
  const found = await queries.query<{ fault: string; total: number }>(
    `select fault, count(*) over () as total from (${faults}) faults order by fault limit ${shownExamples}`,
  );
  return {
    title,
    looked: counted.rows[0]?.count ?? 0,
    faulty: found.rows[0]?.total ?? 0,
    examples: found.rows.map(({ fault }) => fault),
  };
}
