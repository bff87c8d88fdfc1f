import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { Queries } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import type { DeliveryRow } from './deliveries-rows.ts';
import { insertDelivery, loadDelivery, renewDelivery } from './deliveries-rows.ts';
import { testBody } from './tell-affiliate.ts';

export interface SendPostbackParts {
  database: Queries;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /** Has what is due sent now. */
  wake: () => void;
}

/**
 * Has a delivery sent once more, whatever came of it before; its id stays, by which the affiliate's server knows it. Problem: NOT_FOUND
 * for none of the affiliate's, and where nothing is sent to it.
 */
export async function resendDelivery(
  { database, runtime, wake }: SendPostbackParts,
  { affiliateId, id }: { affiliateId: number; id: string },
): Promise<Result<{ delivery: DeliveryRow }>> {
  const at = new Date(runtime.now());
  if (!(await renewDelivery(database, { affiliateId, id, at }))) return refuse('NOT_FOUND');
  return sent({ database, wake }, { affiliateId, id });
}

/** Sends a delivery that is about no account. Not idempotent: each time another. Problem: NOT_FOUND where nothing is sent to the affiliate. */
export async function sendTest(
  { database, runtime, wake }: SendPostbackParts,
  { affiliateId }: { affiliateId: number },
): Promise<Result<{ delivery: DeliveryRow }>> {
  const id = runtime.newId();
  const createdAt = new Date(runtime.now());
  const body = testBody(id, createdAt);
  await insertDelivery(database, { id, affiliateId, accountId: null, event: 'test', body, createdAt });
  return sent({ database, wake }, { affiliateId, id });
}

async function sent(
  { database, wake }: Pick<SendPostbackParts, 'database' | 'wake'>,
  own: { affiliateId: number; id: string },
): Promise<Result<{ delivery: DeliveryRow }>> {
  const delivery = await loadDelivery(database, own);
  if (!delivery) return refuse('NOT_FOUND');
  wake();
  return { ok: true, delivery };
}
