import { brand } from '../../../brand.ts';
import type { PostbackEvent } from '../../../lib/contract/affiliate/postback-calls.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { toMajor } from '../../../lib/money.ts';
import type { Queries } from '../../db/database.ts';
import { countryCodeOf } from '../../locations/countries.ts';
import type { Runtime } from '../../runtime.ts';
import type { DeliveryRow } from './deliveries-rows.ts';
import { insertDelivery, loadDelivery, renewDelivery } from './deliveries-rows.ts';

/** The facts about an account for a postback; none of them identifies its owner. */
export interface ToldAccount {
  accountId: number;
  affiliateId: number;
  uniqid: string;
  sourceTag: string | null;
  /** ISO 3166-1 numeric. */
  countryId: number | null;
  createdAt: Date;
  firstDepositAt: Date | null;
  firstDepositMinor: number | null;
}

/**
 * Stores a postback about an account, once, if the affiliate wants this event. It uses the queries of the caller's
 * database transaction, so it is sent if and only if that commits.
 */
export async function tellOfAccount(
  queries: Queries,
  { now, newId }: Pick<Runtime, 'now' | 'newId'>,
  event: PostbackEvent,
  account: ToldAccount,
): Promise<void> {
  const id = newId();
  const { accountId, affiliateId } = account;
  const at = event === 'registration' ? account.createdAt : (account.firstDepositAt ?? account.createdAt);
  const body = JSON.stringify({ id, event, ...factsOf(event, account), at: at.toISOString() });
  await insertDelivery(queries, { id, affiliateId, accountId, event, body, createdAt: new Date(now()) });
}

function factsOf(event: PostbackEvent, { uniqid, sourceTag, countryId, firstDepositMinor }: ToldAccount) {
  const country = countryId === null ? null : countryCodeOf(countryId);
  const known = { account: uniqid, source_tag: sourceTag, country };
  if (event === 'registration' || firstDepositMinor === null) return known;
  return { ...known, amount: toMajor(firstDepositMinor), currency: brand.currency };
}

/** The body of a test delivery: the same fields, but about no account. */
function testBody(id: string, at: Date): string {
  return JSON.stringify({ id, event: 'test', account: null, source_tag: null, country: null, at: at.toISOString() });
}

export interface SendPostbackParts {
  database: Queries;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /** Makes the worker send what is due. */
  wake: () => void;
}

/**
 * Sends a delivery again, whatever its result so far. It keeps its id, by which the affiliate's server recognises it.
 * Problem: NOT_FOUND if the affiliate has no such delivery, or has set no address.
 */
export async function resendDelivery(
  { database, runtime, wake }: SendPostbackParts,
  { affiliateId, id }: { affiliateId: number; id: string },
): Promise<Result<{ delivery: DeliveryRow }>> {
  const at = new Date(runtime.now());
  if (!(await renewDelivery(database, { affiliateId, id, at }))) return refuse('NOT_FOUND');
  return sent({ database, wake }, { affiliateId, id });
}

/**
 * Sends a test delivery, about no account. Not idempotent: each call sends another. Problem: NOT_FOUND if the affiliate
 * has set no address.
 */
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
