import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { AffiliateMask } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { ComparisonDifference } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import { compareAffiliateAccounts } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import type { RefusalNotes } from '../../audit/refusal-notes.ts';
import { originOf } from '../../http/request-origin.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Queries } from '../../db/database.ts';
import { registerCall } from '../../http/register-call.ts';
import { createRateCounter, consumeEach } from '../../throttle/rate-counter.ts';
import { createReadGate } from '../../throttle/read-gate.ts';
import type { Comparison, Difference } from './compare-accounts.ts';
import { compareAccounts } from './compare-accounts.ts';

export interface ComparisonRoutesParts {
  database: Queries;
  sessions: Sessions;
  redis: Redis | null;
  refusals: Pick<RefusalNotes, 'limitMet'>;
  config: { affiliateMasked: AffiliateMask };
}

/** Limited because each comparison reads all accounts of the affiliate. */
export const comparisonAllowance = { points: 30, duration: 3_600 };

/** The call that compares an affiliate's own file with our counts. */
export function registerComparisonRoutes(app: FastifyInstance, parts: ComparisonRoutesParts): void {
  const { database, sessions, redis, refusals, config } = parts;
  const comparisons = createRateCounter(redis, 'affiliate-comparison', comparisonAllowance);
  const turns = createReadGate<Result<{ comparison: Comparison }>>({ mostReads: 1, mostRequests: 10 });
  let requestCount = 0;

  registerCall(app, compareAffiliateAccounts, { sessions }, async ({ caller: { affiliateId }, body, request }) => {
    const allowed = await consumeEach([() => comparisons.consume(affiliateId)]);
    if (!allowed.ok) {
      await refusals.limitMet('affiliate_comparison', { affiliateId, origin: originOf(request) });
      return allowed;
    }
    const input = { affiliateId, csv: body.csv, masked: config.affiliateMasked };
    // A unique key, so that no two requests share a result.
    const turn = await turns.read(String((requestCount += 1)), () => compareAccounts(database, input));
    if (!turn.ok) return turn;
    if (!turn.value.ok) return turn.value;
    const { differences, unread, span, ...counts } = turn.value.comparison;
    const days = span && { from: dayOf(span.fromMs), until: dayOf(span.untilMs) };
    return {
      ok: true,
      data: { ...counts, days, unread_columns: unread, differences: differences.map(differenceView) },
    };
  });
}

function differenceView({ reason, row, account }: Difference): ComparisonDifference {
  return {
    ...{ reason, line: row?.line ?? null, account: row?.account ?? account?.uniqid ?? '' },
    theirs: row && {
      created_at: textOf(row.createdAt?.fromMs),
      first_deposit: textOf(row.firstDeposit?.fromMs),
    },
    ours: account && {
      created_at: account.createdAt.toISOString(),
      first_deposit: account.firstDepositAt?.toISOString() ?? null,
    },
  };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const textOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
