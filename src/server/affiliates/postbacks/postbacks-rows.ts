import type { PostbackEvent } from '../../../lib/contract/affiliate/postback-calls.ts';
import type { Queries } from '../../db/database.ts';

export interface PostbacksRow {
  url: string | null;
  events: PostbackEvent[];
  secretMadeAt: Date;
}

const columns = 'url, events, secret_made_at as "secretMadeAt"';

/** How an affiliate's server is told; undefined where that was never said. */
export async function loadPostbacks(queries: Queries, affiliateId: number): Promise<PostbacksRow | undefined> {
  const { rows } = await queries.query<PostbacksRow>({
    name: 'postbacks-load',
    text: `select ${columns} from affiliate_postbacks where affiliate_id = $1`,
    values: [affiliateId],
  });
  return rows[0];
}

export interface NewPostbacks extends Pick<PostbacksRow, 'url' | 'events'> {
  affiliateId: number;
  /** Sealed; kept only where there is none yet. */
  secret: Buffer;
  at: Date;
}

/** Writes where an affiliate's server is and what it is told of; `isNew` where the secret was taken, too. */
export async function savePostbacksRow(
  queries: Queries,
  { affiliateId, url, events, secret, at }: NewPostbacks,
): Promise<PostbacksRow & { isNew: boolean }> {
  const { rows } = await queries.query<PostbacksRow & { isNew: boolean }>({
    name: 'postbacks-save',
    text: `insert into affiliate_postbacks (affiliate_id, url, events, secret, secret_made_at, updated_at)
      values ($1, $2, $3, $4, $5, $5)
      on conflict (affiliate_id) do update set url = $2, events = $3, updated_at = $5
      returning ${columns}, xmax = 0 as "isNew"`,
    values: [affiliateId, url, events, secret, at],
  });
  const row = rows[0];
  if (!row) throw new Error('What was written is not there');
  return row;
}

/** Undefined where there is none to be replaced. */
export async function updatePostbackSecret(
  queries: Queries,
  { affiliateId, secret, at }: Pick<NewPostbacks, 'affiliateId' | 'secret' | 'at'>,
): Promise<PostbacksRow | undefined> {
  const { rows } = await queries.query<PostbacksRow>({
    name: 'postbacks-secret',
    text: `update affiliate_postbacks set secret = $2, secret_made_at = $3, updated_at = $3 where affiliate_id = $1
      returning ${columns}`,
    values: [affiliateId, secret, at],
  });
  return rows[0];
}
