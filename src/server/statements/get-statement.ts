import type { Locale } from '../../brand.ts';
import { brand } from '../../brand.ts';
import type { StatementFormat } from '../../lib/contract/payments/payment-calls.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { PeriodFault, StatementPeriod } from '../../lib/transactions/statement-period.ts';
import { endOfDay, longestStatementYears, periodFault } from '../../lib/transactions/statement-period.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import type { Database } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { ChangeLimiter } from '../throttle/limits.ts';
import { countLines, readFacts } from './read-facts.ts';
import { statementName } from './render-statement.ts';
import type { StatementBroker } from './statement.ts';
import type { StatementDesk } from './statement-desk.ts';

export interface GetStatementParts {
  database: Pick<Database, 'transaction' | 'query'>;
  desk: StatementDesk;
  /** The key with which statements are sealed. */
  key: Uint8Array;
  changeLimiter: Pick<ChangeLimiter, 'consume' | 'giveBack'>;
  refusals: Pick<RefusalNotes, 'limitMet'>;
  runtime: Pick<Runtime, 'now'>;
  /** The company behind the brand, and its postal address in the given language. */
  companyIn: (locale: Locale) => Omit<StatementBroker, 'name'>;
}

export interface StatementRequest extends StatementPeriod {
  accountId: number;
  format: StatementFormat;
  locale: Locale;
  origin: RequestOrigin;
}

const faultWords: Record<PeriodFault['fault'], string> = {
  required: 'Enter a valid date',
  order: 'The end date is before the start date',
  future: 'The end date is in the future',
  long: `A statement can cover up to ${longestStatementYears} years`,
};

/**
 * Longer than any wait for a lock: this long after a day has ended, all entries that were recorded on it are committed.
 */
const settledAfterMs = 60_000;

/**
 * Whether the last day ended so recently that one of its entries may not be committed yet. This statement would miss
 * that entry, and the next one would count it as already held.
 */
function isSettling(until: string, nowMs: number): boolean {
  const sinceMs = nowMs - endOfDay(until);
  return sinceMs >= 0 && sinceMs < settledAfterMs;
}

/**
 * Returns the statement of an account as a sealed file, with everything recorded so far in the days of the period.
 * Changes nothing; a repeat returns the same content with a new `madeAt`.
 *
 * Problems: VALIDATION if the days are not a valid period or have more than 50,000 entries; TOO_MANY_REQUESTS if the
 * account's last request is still in progress, or if it made too many within an hour; UNAVAILABLE if too many requests
 * wait, and in the minute after the last day. A refusal counts towards the limit only if it is for too many entries.
 */
export async function getStatement(
  parts: GetStatementParts,
  { accountId, from, until, format, locale, origin }: StatementRequest,
): Promise<Result<{ name: string; file: Buffer }>> {
  const { database, desk, key, changeLimiter, refusals, runtime } = parts;
  const fault = periodFault({ from, until }, runtime.now());
  if (fault) return refuse('VALIDATION', { fields: { [fault.field]: faultWords[fault.fault] } });
  if (isSettling(until, runtime.now())) return refuse('UNAVAILABLE');
  const allowed = await changeLimiter.consume('statement', accountId);
  if (!allowed.ok) {
    await refusals.limitMet('statement', { accountId, origin });
    return allowed;
  }
  const days = { accountId, from, until };
  const made = await desk.make(accountId, {
    count: () => countLines(database, days),
    async read() {
      const madeAt = new Date(runtime.now());
      const { name, currency } = brand;
      const broker = { name, ...parts.companyIn(locale) };
      const read = await readFacts(database, { ...days, madeAt, broker, currency });
      return read.ok ? { ok: true, order: { facts: read.facts, format, locale, key } } : read;
    },
  });
  if (made.ok) return { ok: true, name: statementName({ from, until }, format), file: made.file };
  // A request that could not be served does not count. A request for too many entries does, because counting them was
  // work.
  if (made.problem.code !== 'VALIDATION') await changeLimiter.giveBack('statement', accountId);
  return made;
}
