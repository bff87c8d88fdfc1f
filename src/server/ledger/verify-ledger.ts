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
  /** An earlier head to compare the books with. */
  kept?: LedgerHead;
  /** Whether to make a head. */
  isHeadWanted?: boolean;
}

/**
 * Verifies the books: every entry sums to zero and belongs to something known, none was removed, every cached sum is
 * right, and every close, transaction, step, payment and first deposit agrees with its sources. Reads one snapshot, so
 * a running server does not affect the result. Changes nothing.
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

/** Makes all checks of `verifyLedger` except those of heads. The caller's transaction must read one snapshot. */
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

/** Keeps the alphabetically first faults, as checks in SQL do, because the order of rows is not defined. */
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
