import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import type { AffiliateFilter } from '../../../lib/contract/affiliate/affiliate-calls.ts';
import {
  exportAffiliateAccounts,
  getAffiliateAccounts,
  getAffiliateSummary,
} from '../../../lib/contract/affiliate/affiliate-calls.ts';
import type { AffiliateMask } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { RefusalNotes } from '../../audit/refusal-notes.ts';
import { originOf } from '../../http/request-origin.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Database } from '../../db/database.ts';
import type { Answer } from '../../http/register-call.ts';
import { registerCall } from '../../http/register-call.ts';
import { createRateCounter, consumeEach } from '../../throttle/rate-counter.ts';
import { accountView, listAccounts } from './list-accounts.ts';
import { createAffiliateReads } from './affiliate-reads.ts';
import { exportAccounts } from './export-accounts.ts';
import { summariseAccounts } from './summarise-accounts.ts';

export interface ListingRoutesParts {
  database: Database;
  sessions: Sessions;
  redis: Redis | null;
  refusals: Pick<RefusalNotes, 'limitMet'>;
  config: { affiliateMasked: AffiliateMask };
}

/** Limited because each export reads all accounts of the affiliate. */
export const exportAllowance = { points: 30, duration: 3_600 };

/** The calls about an affiliate's referred accounts: the list, its totals, and the whole list as a file. */
export function registerListingRoutes(
  app: FastifyInstance,
  { database, sessions, redis, refusals, config }: ListingRoutesParts,
): void {
  const reads = createAffiliateReads();
  const exports = createRateCounter(redis, 'affiliate-export', exportAllowance);
  const choiceOf = ({ affiliateId }: { affiliateId: number }, { filter, search }: Choice) => {
    return { affiliateId, filter: filter ?? null, search: search ?? '', masked: config.affiliateMasked };
  };

  registerCall(app, getAffiliateAccounts, { sessions }, ({ caller, body }) => {
    const { sort, order, limit, after = null } = body;
    const input = { ...choiceOf(caller, body), sort, order, limit, after };
    return reads.read(caller.affiliateId, { list: input }, async () => {
      const page = await listAccounts(database, input);
      if (!page.ok) return page;
      return { ok: true, data: { data: page.rows.map((row) => accountView(row, input.masked)), next: page.next } };
    });
  });

  registerCall(app, getAffiliateSummary, { sessions }, ({ caller, body }) => {
    const choice = choiceOf(caller, body);
    return reads.read(caller.affiliateId, { summary: choice }, async () => {
      return { ok: true, data: await summariseAccounts(database, choice) };
    });
  });

  const exportCall = { ...exportAffiliateAccounts, data: z.custom<AsyncIterable<string>>() };
  registerCall(app, exportCall, { sessions, answer: answerFile }, async ({ caller, body, request }) => {
    const { affiliateId } = caller;
    const allowed = await consumeEach([() => exports.consume(affiliateId)]);
    if (!allowed.ok) {
      await refusals.limitMet('affiliate_export', { affiliateId, origin: originOf(request) });
      return allowed;
    }
    const { sort, order } = body;
    return { ok: true, data: exportAccounts({ database, ...reads }, { ...choiceOf(caller, body), sort, order }) };
  });
}

interface Choice {
  filter?: AffiliateFilter | null | undefined;
  search?: string | undefined;
}

/** An error after the first bytes were sent breaks the connection: a truncated file must not look complete. */
function answerFile(sendEnvelope: Answer): Answer {
  return (request, reply, result) => {
    if (!result.ok) return sendEnvelope(request, reply, result);
    const lines = result.data as AsyncIterable<string>;
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="accounts.csv"')
      .send(Readable.from(lines, { objectMode: false }));
  };
}
