import type { Database, Queries } from '../db/database.ts';
import { inPieces } from '../db/read-pieces.ts';
import { readSnapshot } from '../db/read-snapshot.ts';
import { bookChecks, entryChecks } from './checks/book-checks.ts';
import type { CheckResult, CountedCheck, JudgedCheck, LedgerCheck } from './checks/ledger-check.ts';
import { firstDepositsAgree, paymentChecks, referredAgree } from './checks/payment-checks.ts';
import { positionChecks, tradesAgree } from './checks/trade-checks.ts';
import { transactionChecks } from './checks/transaction-checks.ts';
import type { LedgerHead } from './ledger-head.ts';
import { checkHead, headAt, lastNumber } from './ledger-head.ts';

export interface LedgerProof {
  holds: boolean;
  results: CheckResult[];
  /** The head, if one was requested. */
  head?: LedgerHead;
}

export interface HeadOptions {
  /** A head that was kept earlier, to compare the books with. */
  kept?: LedgerHead;
  /** Whether to make a head. */
  isHeadWanted?: boolean;
}

/**
 * Proves the books: every entry sums to zero and belongs to something known, none was removed, every cached sum is
 * right, and every close, transaction, step, payment and first deposit is what its sources require. Reads one snapshot,
 * so that a running server does not disturb it; changes nothing.
 */
export async function verifyLedger(
  database: Database,
  { kept, isHeadWanted = false }: HeadOptions = {},
): Promise<LedgerProof> {
  const number = isHeadWanted ? await lastNumber(database) : null;
  return database.transaction(async (connection) => {
    await readSnapshot(connection);
    const { results } = await checkLedger(connection);
    if (kept) results.push(await checkHead(connection, kept));
    const proof = { holds: areAllWhole(results), results };
    return number === null ? proof : { ...proof, head: await headAt(connection, number) };
  });
}

/** The same inside the caller's transaction, which must make all checks read one snapshot. */
export async function checkLedger(queries: Queries): Promise<LedgerProof> {
  const results: CheckResult[] = [];
  for (const check of ledgerChecks) results.push(await runCheck(queries, check));
  return { holds: areAllWhole(results), results };
}

const areAllWhole = (results: readonly CheckResult[]) => results.every(({ faulty }) => faulty === 0);

const shownExamples = 10;

async function runCheck(queries: Queries, check: LedgerCheck): Promise<CheckResult> {
  return 'judge' in check ? judgeRows(queries, check) : countFaults(queries, check);
}

async function countFaults(queries: Queries, { title, looked, faults }: CountedCheck): Promise<CheckResult> {
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

/**
 * Keeps the first faults in the order of their texts, as the database does for its checks, because the order of rows is
 * not defined.
 */
async function judgeRows(queries: Queries, { title, rows, judge }: JudgedCheck): Promise<CheckResult> {
  const result: CheckResult = { title, looked: 0, faulty: 0, examples: [] };
  for await (const piece of inPieces(queries, rows)) {
    const faults = piece.map((row) => judge(row as never)).filter((fault) => fault !== null);
    result.looked += piece.length;
    result.faulty += faults.length;
    if (faults.length > 0) result.examples = [...result.examples, ...faults].sort().slice(0, shownExamples);
  }
  return result;
}

/** Everything that the books must satisfy, in the order of the report. */
const ledgerChecks: readonly LedgerCheck[] = [
  ...bookChecks,
  ...positionChecks,
  tradesAgree,
  ...entryChecks,
  ...transactionChecks,
  ...paymentChecks,
  firstDepositsAgree,
  referredAgree,
];
