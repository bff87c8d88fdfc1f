import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { PostbackDelivery, PostbackSettings } from '../../../lib/contract/affiliate/postback-calls.ts';
import * as calls from '../../../lib/contract/affiliate/postback-calls.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import type { RefusalNotes } from '../../audit/refusal-notes.ts';
import { originOf } from '../../http/request-origin.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Database } from '../../db/database.ts';
import { registerCall } from '../../http/register-call.ts';
import type { Runtime } from '../../runtime.ts';
import { createRateCounter, consumeEach } from '../../throttle/rate-counter.ts';
import { changePostbacks, renewSecret } from './change-postbacks.ts';
import type { DeliveryRow } from './deliveries-rows.ts';
import { listDeliveries } from './deliveries-rows.ts';
import type { Postbacks } from './open-postbacks.ts';
import type { PostbacksRow } from './postbacks-rows.ts';
import { loadPostbacks } from './postbacks-rows.ts';
import { resendDelivery, sendTest } from './tell-affiliate.ts';

export interface PostbackRoutesParts {
  database: Database;
  sessions: Sessions;
  runtime: Runtime;
  redis: Redis | null;
  refusals: Pick<RefusalNotes, 'limitMet'>;
  postbacks: Pick<Postbacks, 'box' | 'allowsLocal' | 'wake'>;
}

/** Limited because each call sends a request to a server that the affiliate chooses, or stores a row. */
export const postbackAllowance = { points: 60, duration: 3_600 };

const listed = 100;

/** The calls by which an affiliate sets up and watches its postbacks. */
export function registerPostbackRoutes(app: FastifyInstance, parts: PostbackRoutesParts): void {
  const { database, sessions, redis, refusals, postbacks } = parts;
  const counter = createRateCounter(redis, 'affiliate-postbacks', postbackAllowance);
  const changeParts = { ...parts, ...postbacks };
  const sendParts = { ...parts, wake: postbacks.wake };

  async function allow({ affiliateId }: { affiliateId: number }, request: FastifyRequest): Promise<Result> {
    const allowed = await consumeEach([() => counter.consume(affiliateId)]);
    if (!allowed.ok) await refusals.limitMet('postbacks', { affiliateId, origin: originOf(request) });
    return allowed;
  }

  registerCall(app, calls.getPostbacks, { sessions }, async ({ caller: { affiliateId } }) => {
    const known = await loadPostbacks(database, affiliateId);
    const deliveries = await listDeliveries(database, affiliateId, listed);
    return { ok: true, data: { settings: settingsView(known ?? null), deliveries: deliveries.map(deliveryView) } };
  });

  registerCall(app, calls.savePostbacks, { sessions }, async ({ caller, body, request }) => {
    const allowed = await allow(caller, request);
    if (!allowed.ok) return allowed;
    const { url, events } = body;
    const { affiliateId } = caller;
    const saved = await changePostbacks(changeParts, { affiliateId, url, events, origin: originOf(request) });
    if (!saved.ok) return saved;
    return { ok: true, data: { settings: settingsView(saved.postbacks), secret: saved.secret } };
  });

  registerCall(app, calls.renewPostbackSecret, { sessions }, async ({ caller, request }) => {
    const allowed = await allow(caller, request);
    if (!allowed.ok) return allowed;
    const { affiliateId } = caller;
    const renewed = await renewSecret(changeParts, { affiliateId, origin: originOf(request) });
    if (!renewed.ok) return renewed;
    return { ok: true, data: { settings: settingsView(renewed.postbacks), secret: renewed.secret } };
  });

  registerCall(app, calls.resendPostback, { sessions }, async ({ caller, body, request }) => {
    const allowed = await allow(caller, request);
    if (!allowed.ok) return allowed;
    const sent = await resendDelivery(sendParts, { affiliateId: caller.affiliateId, id: body.id });
    return sent.ok ? { ok: true, data: deliveryView(sent.delivery) } : sent;
  });

  registerCall(app, calls.tryPostback, { sessions }, async ({ caller: { affiliateId }, request }) => {
    const allowed = await allow({ affiliateId }, request);
    if (!allowed.ok) return allowed;
    const sent = await sendTest(sendParts, { affiliateId });
    return sent.ok ? { ok: true, data: deliveryView(sent.delivery) } : sent;
  });
}

function settingsView(postbacks: PostbacksRow | null): PostbackSettings {
  if (!postbacks) return { url: null, events: [], secret_made_at: null };
  const { url, events, secretMadeAt } = postbacks;
  return { url, events, secret_made_at: secretMadeAt.toISOString() };
}

function deliveryView({ id, event, account, tries, ...row }: DeliveryRow): PostbackDelivery {
  const { lastStatus, lastFault, createdAt, dueAt, answeredAt, deliveredAt } = row;
  return {
    ...{ id, event, account, tries, last_status: lastStatus, last_fault: lastFault },
    state: dueAt ? 'waiting' : deliveredAt && lastFault === null ? 'delivered' : 'given_up',
    ...{ created_at: createdAt.toISOString(), due_at: dueAt?.toISOString() ?? null },
    answered_at: answeredAt?.toISOString() ?? null,
  };
}
