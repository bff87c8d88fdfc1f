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
  /** Of the seals. */
  key: Uint8Array;
  changeLimiter: Pick<ChangeLimiter, 'take' | 'giveBack'>;
  refusals: Pick<RefusalNotes, 'limitMet'>;
  runtime: Pick<Runtime, 'now'>;
  /** The company behind the brand, and its postal address in a language. */
  companyIn: (locale: Locale) => Omit<StatementBroker, 'name'>;
}

export interface StatementWish extends StatementPeriod {
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

/** Longer than anybody waits for a lock: what is recorded at the end of a day is there by then. */
const settledAfterMs = 60_000;

/**
 * The last of the days is just over: an entry of it may still be on its way, with which the next statement would begin.
 */
function isSettling(until: string, nowMs: number): boolean {
  const sinceMs = nowMs - endOfDay(until);
  return sinceMs >= 0 && sinceMs < settledAfterMs;
}

/**
 * The statement of an account as a sealed file: what was recorded until now in the days of the period. Changes nothing;
 * asked again, it says the same and when it was made.
 *
 * Problems: VALIDATION where the days are none that can be asked for, or have more than 50,000 entries;
 * TOO_MANY_REQUESTS where one is being made, or so many were in an hour; UNAVAILABLE where too many others wait, and in
 * the minute after the last of the days. Who is refused by others has used up nothing.
 */
export async function getStatement(
  parts: GetStatementParts,
  { accountId, from, until, format, locale, origin }: StatementWish,
): Promise<Result<{ name: string; file: Buffer }>> {
  const { database, desk, key, changeLimiter, refusals, runtime } = parts;
  const fault = periodFault({ from, until }, runtime.now());
  if (fault) return refuse('VALIDATION', { fields: { [fault.field]: faultWords[fault.fault] } });
  if (isSettling(until, runtime.now())) return refuse('UNAVAILABLE');
  const allowed = await changeLimiter.take('statement', accountId);
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
  // Who had to wait has been given nothing; who asked for too many lines has had them counted.
  if (made.problem.code !== 'VALIDATION') await changeLimiter.giveBack('statement', accountId);
  return made;
}
