import type { PostbackEvent } from '../../../lib/contract/affiliate/postback-calls.ts';
import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';

export interface PostbacksRow {
  url: string | null;
  events: PostbackEvent[];
  secretMadeAt: Date;
}

const columns = 'url, events, secret_made_at as "secretMadeAt"';

const postbacksLoad = statement(
  'postbacks-load',
  `select ${columns} from affiliate_postbacks where affiliate_id = :affiliateId`,
);

/** An affiliate's postback settings; undefined if it never saved any. */
export async function loadPostbacks(queries: Queries, affiliateId: number): Promise<PostbacksRow | undefined> {
  return (await postbacksLoad.first(queries, { affiliateId })) ?? undefined;
}

export interface NewPostbacks extends Pick<PostbacksRow, 'url' | 'events'> {
  affiliateId: number;
  /** Sealed; stored only if there is none yet. */
  secret: Buffer;
  at: Date;
}

const postbacksSave = statement(
  'postbacks-save',
  `insert into affiliate_postbacks (affiliate_id, url, events, secret, secret_made_at, updated_at)
   values (:affiliateId, :url?, :events, :secret, :at, :at)
   on conflict (affiliate_id) do update set url = :url?, events = :events, updated_at = :at
   returning ${columns}, xmax = 0 as "isNew!"`,
);

/** Stores the address of an affiliate's server and the events to send; `isNew` if the secret was stored too. */
export async function savePostbacksRow(
  queries: Queries,
  { affiliateId, url, events, secret, at }: NewPostbacks,
): Promise<PostbacksRow & { isNew: boolean }> {
  const rows = await postbacksSave.rows(queries, { affiliateId, url, events, secret, at });
  const row = rows[0];
  if (!row) throw new Error('The stored postback settings are missing');
  return row;
}

const postbacksSecret = statement(
  'postbacks-secret',
  `update affiliate_postbacks set secret = :secret, secret_made_at = :at, updated_at = :at where affiliate_id = :affiliateId
   returning ${columns}`,
);

/** Undefined if there is no secret to replace. */
export async function updatePostbackSecret(
  queries: Queries,
  { affiliateId, secret, at }: Pick<NewPostbacks, 'affiliateId' | 'secret' | 'at'>,
): Promise<PostbacksRow | undefined> {
  return (await postbacksSecret.first(queries, { affiliateId, secret, at })) ?? undefined;
}
