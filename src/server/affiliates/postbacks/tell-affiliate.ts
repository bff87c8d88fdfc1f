import { brand } from '../../../brand.ts';
import type { PostbackEvent } from '../../../lib/contract/affiliate/postback-calls.ts';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import { toMajor } from '../../../lib/money.ts';
import type { Queries } from '../../db/database.ts';
import { countryCodeOf } from '../../places/countries.ts';
import type { Runtime } from '../../runtime.ts';
import type { DeliveryRow } from './deliveries-rows.ts';
import { insertDelivery, loadDelivery, renewDelivery } from './deliveries-rows.ts';

/** What an affiliate is told of an account: whose it is stands in none of it. */
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
 * Has the affiliate's server told of what an account did, once, where the affiliate wants to know it: the postback is
 * written by the queries of the database transaction that did it, and leaves if, and only if, that commits.
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

/** What a test delivery says: the form of the others, of no account. */
function testBody(id: string, at: Date): string {
  return JSON.stringify({ id, event: 'test', account: null, source_tag: null, country: null, at: at.toISOString() });
}

export interface SendPostbackParts {
  database: Queries;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /** Has what is due sent now. */
  wake: () => void;
}

/**
 * Has a delivery sent once more, whatever came of it before; its id stays, by which the affiliate's server knows it.
 * Problem: NOT_FOUND for none of the affiliate's, and where nothing is sent to it.
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
 * Sends a delivery that is about no account. Not idempotent: each time another. Problem: NOT_FOUND where nothing is
 * sent to the affiliate.
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
