import type { DeliveryEvent, DeliveryFault } from '../../../lib/contract/affiliate/postback-calls.ts';
import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';

export interface NewDelivery {
  id: string;
  affiliateId: number;
  /** Null for a test. */
  accountId: number | null;
  event: DeliveryEvent;
  body: string;
  createdAt: Date;
}

const postbackInsert = statement(
  'postback-insert',
  `insert into postback_deliveries (id, affiliate_id, account_id, event, body, created_at, due_at)
   select :id, p.affiliate_id, :accountId?, :event, :body, :createdAt, :createdAt from affiliate_postbacks p
   where p.affiliate_id = :affiliateId and p.url is not null and (:event = 'test' or :event = any(p.events))
   on conflict (affiliate_id, account_id, event) do nothing`,
);

/**
 * Stores a delivery, due at once, if the affiliate has set an address, wants this event, and has no delivery of it for
 * this account yet. A test only needs the address.
 */
export async function insertDelivery(queries: Queries, delivery: NewDelivery): Promise<void> {
  const { id, affiliateId, accountId, event, body, createdAt } = delivery;
  await postbackInsert.write(queries, { id, affiliateId, accountId, event, body, createdAt });
}

const postbackWithdraw = statement(
  'postback-take-back',
  `delete from postback_deliveries d using accounts a
   where a.id = :accountId and d.affiliate_id = a.referred_by_affiliate_id and d.account_id = a.id and d.event = :event
     and d.delivered_at is null`,
);

/** Deletes an undelivered postback of an account, because the fact that it reports was reversed. */
export async function withdrawDelivery(
  queries: Queries,
  { accountId, event }: { accountId: number; event: DeliveryEvent },
): Promise<void> {
  await postbackWithdraw.write(queries, { accountId, event });
}

export interface OldDeliveries {
  writtenBefore: Date;
  /** For test deliveries; later than `writtenBefore`. */
  testsBefore: Date;
  limit: number;
}

const postbackDeleteOld = statement(
  'postback-delete-old',
  `delete from postback_deliveries where id in (
   select d.id from affiliate_postbacks p cross join lateral (
     select id from postback_deliveries
     where affiliate_id = p.affiliate_id and created_at < :testsBefore and (created_at < :writtenBefore or event = 'test') and due_at is null
     order by created_at limit :limit) d
   limit :limit)`,
);

/** Deletes older deliveries that are not waiting; returns how many. */
export function deleteDeliveries(
  queries: Queries,
  { writtenBefore, testsBefore, limit }: OldDeliveries,
): Promise<number> {
  return postbackDeleteOld.write(queries, { writtenBefore, testsBefore, limit });
}

export interface DeliveryRow {
  id: string;
  event: DeliveryEvent;
  /** The account's referral code. */
  account: string | null;
  tries: number;
  lastStatus: number | null;
  lastFault: DeliveryFault | null;
  createdAt: Date;
  dueAt: Date | null;
  answeredAt: Date | null;
  deliveredAt: Date | null;
}

const listed = `d.id::text, d.event, a.uniqid as account, d.tries, d.last_status as "lastStatus", d.last_fault as "lastFault",
  d.created_at as "createdAt", d.due_at as "dueAt", d.answered_at as "answeredAt", d.delivered_at as "deliveredAt"`;

const postbackList = statement(
  'postback-list',
  `select ${listed} from postback_deliveries d left join accounts a on a.id = d.account_id
   where d.affiliate_id = :affiliateId order by d.created_at desc, d.id desc limit :limit`,
);

/** The newest deliveries to an affiliate. */
export function listDeliveries(queries: Queries, affiliateId: number, limit: number): Promise<DeliveryRow[]> {
  return postbackList.rows(queries, { affiliateId, limit });
}

export interface OwnDelivery {
  affiliateId: number;
  id: string;
}

const postbackLoad = statement(
  'postback-load',
  `select ${listed} from postback_deliveries d left join accounts a on a.id = d.account_id
   where d.affiliate_id = :affiliateId and d.id = :id`,
);

/** Null if the affiliate has no delivery with this id. */
export function loadDelivery(queries: Queries, { affiliateId, id }: OwnDelivery): Promise<DeliveryRow | null> {
  return postbackLoad.first(queries, { affiliateId, id });
}

const postbackRenew = statement(
  'postback-renew',
  `update postback_deliveries d set due_at = :at, tries = 0
   from affiliate_postbacks p
   where d.affiliate_id = :affiliateId and d.id = :id and p.affiliate_id = d.affiliate_id and p.url is not null`,
);

/**
 * Makes a delivery due as if it had never been attempted, but keeps the instant at which it was once delivered. False
 * if the affiliate has no such delivery, or has set no address.
 */
export async function renewDelivery(queries: Queries, { affiliateId, id, at }: OwnDelivery & { at: Date }) {
  return (await postbackRenew.write(queries, { affiliateId, id, at })) === 1;
}

const postbackGiveUp = statement(
  'postback-give-up',
  'update postback_deliveries set due_at = null where affiliate_id = :affiliateId and due_at is not null',
);

/** Gives up the waiting deliveries to an affiliate. */
export async function giveUpDeliveries(queries: Queries, affiliateId: number): Promise<void> {
  await postbackGiveUp.write(queries, { affiliateId });
}

export interface ClaimedDelivery {
  id: string;
  affiliateId: number;
  body: string;
  createdAt: Date;
  /** Including the attempt in progress. */
  tries: number;
  /** Null: nothing is sent to the affiliate any more. */
  url: string | null;
  /** Sealed. */
  secret: Buffer;
}

export interface DeliveryClaim {
  now: Date;
  /** The end of the lease; it also identifies the claim. */
  until: Date;
  /** The affiliates with a delivery in progress. */
  busy: readonly number[];
}

const postbackClaim = statement(
  'postback-claim',
  `update postback_deliveries d set tries = tries + 1, due_at = :until
   from affiliate_postbacks p
   where p.affiliate_id = d.affiliate_id and d.id = (
     select id from postback_deliveries where due_at <= :now and affiliate_id <> all(:busy::bigint[])
     order by due_at, id limit 1 for update skip locked
   )
   returning d.id::text, d.affiliate_id as "affiliateId", d.body, d.created_at as "createdAt", d.tries, p.url, p.secret`,
);

/**
 * Claims the delivery that has been due longest, among affiliates that are not busy. No lock is held while it is sent.
 */
export async function claimDelivery(
  queries: Queries,
  { now, until, busy }: DeliveryClaim,
): Promise<ClaimedDelivery | undefined> {
  return (await postbackClaim.first(queries, { now, until, busy })) ?? undefined;
}

export interface TriedDelivery {
  id: string;
  /** The `until` of the claim. */
  until: Date;
  /** Null: there are no more attempts. */
  dueAt: Date | null;
  status: number | null;
  fault: DeliveryFault | null;
  at: Date;
}

const postbackFinish = statement(
  'postback-finish',
  `update postback_deliveries set due_at = :dueAt?, last_status = :status?, last_fault = :fault?::text, answered_at = :at::timestamptz,
     delivered_at = case when :fault?::text is null then :at::timestamptz else delivered_at end
   where id = :id and due_at = :until`,
);

/** Stores the result of an attempt, unless the delivery was renewed or given up meanwhile. */
export async function finishDelivery(queries: Queries, tried: TriedDelivery): Promise<void> {
  const { id, until, dueAt, status, fault, at } = tried;
  await postbackFinish.write(queries, { id, until, dueAt, status, fault, at });
}

const postbackRelease = statement(
  'postback-release',
  'update postback_deliveries set due_at = :dueAt, tries = tries - 1 where id = :id and due_at = :until',
);

/** Releases a claim whose attempt was aborted because this server stops; it does not count as an attempt. */
export async function releaseDelivery(
  queries: Queries,
  { id, until, dueAt }: Pick<TriedDelivery, 'id' | 'until'> & { dueAt: Date },
): Promise<void> {
  await postbackRelease.write(queries, { id, until, dueAt });
}

const postbackHoldBack = statement(
  'postback-hold-back',
  'update postback_deliveries set due_at = :until where affiliate_id = :affiliateId and due_at < :until',
);

/**
 * Postpones the other deliveries to an affiliate whose server does not answer, so that it does not delay other
 * affiliates.
 */
export async function holdBackDeliveries(
  queries: Queries,
  { affiliateId, until }: { affiliateId: number; until: Date },
): Promise<void> {
  await postbackHoldBack.write(queries, { affiliateId, until });
}
