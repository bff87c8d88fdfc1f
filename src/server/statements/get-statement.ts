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
  /** The key of the seals. */
  key: Uint8Array;
  changeLimiter: Pick<ChangeLimiter, 'consume' | 'giveBack'>;
  refusals: Pick<RefusalNotes, 'limitMet'>;
  runtime: Pick<Runtime, 'now'>;
  /** The company behind the brand, and its postal address in a language. */
  companyIn: (locale: Locale) => Omit<StatementBroker, 'name'>;
}

export interface StatementRequest extends StatementPeriod {
  accountId: number;
  format: StatementFormat;
  locale: Locale;
  origin: RequestOrigin;
}

const faultWords: Record<PeriodFault['fault'], string> = {
  required: 'This is not a day',
  order: 'The last day is before the first',
  future: 'The last day is in the future',
  long: `The period has at most ${longestStatementYears} years`,
};

/** Longer than any wait for a lock: after this, everything recorded at the end of a day is committed. */
const settledAfterMs = 60_000;

/**
 * The last day is only just over: one of its entries may not be committed yet, and the next statement would then begin
 * with it.
 */
function isSettling(until: string, nowMs: number): boolean {
  const sinceMs = nowMs - endOfDay(until);
  return sinceMs >= 0 && sinceMs < settledAfterMs;
}

/**
 * The statement of an account as a sealed file: what was recorded in the days of the period until now. Changes nothing;
 * a repeat gives the same content with a new time of making.
 *
 * Problems: VALIDATION if the days are no valid period, or have more than 50,000 entries; TOO_MANY_REQUESTS if one is
 * being made, or too many were within an hour; UNAVAILABLE if too many others wait, and in the minute after the last
 * day. Of the refusals, only that for too many entries counts towards the limit.
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
  // A request that could not be served does not count; one for too many lines does, because they had to be counted.
  if (made.problem.code !== 'VALIDATION') await changeLimiter.giveBack('statement', accountId);
  return made;
}
