import type { PostbackEvent } from '../../../lib/contract/affiliate/postback-calls.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { RequestOrigin } from '../../audit/audit-log.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { giveUpDeliveries } from './deliveries-rows.ts';
import { addressFault, secretBytes, writtenSecret } from './post-delivery.ts';
import type { PostbacksRow } from './postbacks-rows.ts';
import { loadPostbacks, savePostbacksRow, updatePostbackSecret } from './postbacks-rows.ts';

export interface ChangePostbacksParts {
  database: Database;
  runtime: Runtime;
  box: SecretBox;
  /** See `createDeliveryPost`. */
  allowsLocal: boolean;
}

export interface PostbacksOwner {
  affiliateId: number;
  origin: RequestOrigin;
}

export interface PostbacksRequest extends PostbacksOwner {
  /** Null: nothing is sent, and waiting deliveries are given up. */
  url: string | null;
  events: readonly PostbackEvent[];
}

/** The context that an affiliate's secret is sealed for. */
export const secretContext = (affiliateId: number) => `affiliate:${affiliateId}`;

/**
 * Stores the address of an affiliate's server and the events to send, with the audit record, in one database
 * transaction. The first call also creates a secret, which is returned only then. Safe to repeat. Problem: VALIDATION
 * with `url` if nothing may be sent to that address.
 */
export async function changePostbacks(
  parts: ChangePostbacksParts,
  { affiliateId, url, events: wanted, origin }: PostbacksRequest,
): Promise<Result<{ postbacks: PostbacksRow | null; secret: string | null }>> {
  const { database, runtime, box, allowsLocal } = parts;
  if (url !== null && addressFault(url, { allowsLocal })) return refuse('VALIDATION', { fields: { url: notAsked } });
  const events = [...new Set(wanted)];
  return database.transaction(async (connection) => {
    if (url === null && !(await loadPostbacks(connection, affiliateId)))
      return { ok: true, postbacks: null, secret: null };
    const secret = runtime.randomBytes(secretBytes);
    const at = new Date(runtime.now());
    const sealed = box.seal(secret, secretContext(affiliateId));
    const saved = await savePostbacksRow(connection, { affiliateId, url, events, secret: sealed, at });
    if (url === null) await giveUpDeliveries(connection, affiliateId);
    const record = { id: runtime.newId(), at, event: 'postbacks_changed', actor: 'affiliate', affiliateId } as const;
    // Only the host is recorded: the rest of the address may contain a secret of the affiliate's.
    const details = { host: url === null ? null : new URL(url).host, events: events.join(' ') };
    await writeAudit(connection, { ...record, origin, details });
    return { ok: true, postbacks: saved, secret: saved.isNew ? writtenSecret(secret) : null };
  });
}

const notAsked = 'Enter a URL that starts with https:// and is reachable from the internet';

/**
 * Replaces the secret, with an audit record: every attempt from now on is signed with the new one. Not idempotent.
 * Problem: NOT_FOUND if the affiliate has no secret yet.
 */
export async function renewSecret(
  { database, runtime, box }: ChangePostbacksParts,
  { affiliateId, origin }: PostbacksOwner,
): Promise<Result<{ postbacks: PostbacksRow; secret: string }>> {
  const secret = runtime.randomBytes(secretBytes);
  const sealed = box.seal(secret, secretContext(affiliateId));
  return database.transaction(async (connection) => {
    const at = new Date(runtime.now());
    const postbacks = await updatePostbackSecret(connection, { affiliateId, secret: sealed, at });
    if (!postbacks) return refuse('NOT_FOUND');
    const event = 'postback_secret_renewed';
    const record = { id: runtime.newId(), at, event, actor: 'affiliate', affiliateId, origin } as const;
    await writeAudit(connection, record);
    return { ok: true, postbacks, secret: writtenSecret(secret) };
  });
}
