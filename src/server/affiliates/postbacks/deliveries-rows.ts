import type { DeliveryEvent, DeliveryFault } from '../../../lib/contract/affiliate/postback-calls.ts';
import type { Queries } from '../../db/database.ts';

export interface NewDelivery {
  id: string;
  affiliateId: number;
  /** Null of a test. */
  accountId: number | null;
  event: DeliveryEvent;
  body: string;
  createdAt: Date;
}

/** Writes a delivery, due at once, where the affiliate wants to be told of the event and was not told of it before; a test where it wants anything. */
export async function insertDelivery(queries: Queries, delivery: NewDelivery): Promise<void> {
  const { id, affiliateId, accountId, event, body, createdAt } = delivery;
  await queries.query({
    name: 'postback-insert',
    text: `insert into postback_deliveries (id, affiliate_id, account_id, event, body, created_at, due_at)
      select $1, p.affiliate_id, $3, $4, $5, $6, $6 from affiliate_postbacks p
      where p.affiliate_id = $2 and p.url is not null and ($4 = 'test' or $4 = any(p.events))
      on conflict (affiliate_id, account_id, event) do nothing`,
    values: [id, affiliateId, accountId, event, body, createdAt],
  });
}

/** Deletes what was written of an account and never taken: what it tells of was taken back. */
export async function takeBackDelivery(
  queries: Queries,
  { accountId, event }: { accountId: number; event: DeliveryEvent },
): Promise<void> {
  await queries.query({
    name: 'postback-take-back',
    text: `delete from postback_deliveries d using accounts a
      where a.id = $1 and d.affiliate_id = a.referred_by_affiliate_id and d.account_id = a.id and d.event = $2
        and d.delivered_at is null`,
    values: [accountId, event],
  });
}

export interface OldDeliveries {
  writtenBefore: Date;
  /** Of those that are about no account; the later one. */
  testsBefore: Date;
  limit: number;
}

/** Deletes what was written before and waits for nothing; answers how many. */
export async function deleteDeliveries(
  queries: Queries,
  { writtenBefore, testsBefore, limit }: OldDeliveries,
): Promise<number> {
  const { rowCount } = await queries.query({
    name: 'postback-delete-old',
    text: `delete from postback_deliveries where id in (
        select d.id from affiliate_postbacks p cross join lateral (
          select id from postback_deliveries
          where affiliate_id = p.affiliate_id and created_at < $2 and (created_at < $1 or event = 'test') and due_at is null
          order by created_at limit $3) d
        limit $3)`,
    values: [writtenBefore, testsBefore, limit],
  });
  return rowCount ?? 0;
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

/** The newest deliveries to an affiliate. */
export async function listDeliveries(queries: Queries, affiliateId: number, limit: number): Promise<DeliveryRow[]> {
  const { rows } = await queries.query<DeliveryRow>({
    name: 'postback-list',
    text: `select ${listed} from postback_deliveries d left join accounts a on a.id = d.account_id
      where d.affiliate_id = $1 order by d.created_at desc, d.id desc limit $2`,
    values: [affiliateId, limit],
  });
  return rows;
}

export interface OwnDelivery {
  affiliateId: number;
  id: string;
}

/** Null where the affiliate has none of this id. */
export async function loadDelivery(queries: Queries, { affiliateId, id }: OwnDelivery): Promise<DeliveryRow | null> {
  const { rows } = await queries.query<DeliveryRow>({
    name: 'postback-load',
    text: `select ${listed} from postback_deliveries d left join accounts a on a.id = d.account_id
      where d.affiliate_id = $1 and d.id = $2`,
    values: [affiliateId, id],
  });
  return rows[0] ?? null;
}

/** Makes a delivery due as if it had never been tried, but that it was taken stays; false where the affiliate has none of this id, or nothing is sent to it. */
export async function renewDelivery(queries: Queries, { affiliateId, id, at }: OwnDelivery & { at: Date }) {
  const { rowCount } = await queries.query({
    name: 'postback-renew',
    text: `update postback_deliveries d set due_at = $3, tries = 0
      from affiliate_postbacks p
      where d.affiliate_id = $1 and d.id = $2 and p.affiliate_id = d.affiliate_id and p.url is not null`,
    values: [affiliateId, id, at],
  });
  return rowCount === 1;
}

/** Gives up what waits to be sent to an affiliate. */
export async function giveUpDeliveries(queries: Queries, affiliateId: number): Promise<void> {
  await queries.query({
    name: 'postback-give-up',
    text: 'update postback_deliveries set due_at = null where affiliate_id = $1 and due_at is not null',
    values: [affiliateId],
  });
}

export interface ClaimedDelivery {
  id: string;
  affiliateId: number;
  body: string;
  createdAt: Date;
  /** The one that is under way included. */
  tries: number;
  /** Null: nothing is sent to the affiliate any more. */
  url: string | null;
  /** Sealed. */
  secret: Buffer;
}

export interface DeliveryClaim {
  now: Date;
  /** Nobody else takes it before. It names the claim, too. */
  until: Date;
  /** To whom something is under way already. */
  busy: readonly number[];
}

/** Takes the delivery that is due longest to an affiliate that is not busy: no lock is held while it is sent. */
export async function claimDelivery(
  queries: Queries,
  { now, until, busy }: DeliveryClaim,
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await queries.query<ClaimedDelivery>({
    name: 'postback-claim',
    text: `update postback_deliveries d set tries = tries + 1, due_at = $2
      from affiliate_postbacks p
      where p.affiliate_id = d.affiliate_id and d.id = (
        select id from postback_deliveries where due_at <= $1 and affiliate_id <> all($3::bigint[])
        order by due_at, id limit 1 for update skip locked
      )
      returning d.id::text, d.affiliate_id as "affiliateId", d.body, d.created_at as "createdAt", d.tries, p.url, p.secret`,
    values: [now, until, busy],
  });
  return rows[0];
}

export interface TriedDelivery {
  id: string;
  /** The claim's. */
  until: Date;
  /** Null: it is not tried any more. */
  dueAt: Date | null;
  status: number | null;
  fault: DeliveryFault | null;
  at: Date;
}

/** Notes what came of a try; nothing where it was asked for anew, or given up, meanwhile. */
export async function finishDelivery(queries: Queries, tried: TriedDelivery): Promise<void> {
  const { id, until, dueAt, status, fault, at } = tried;
  await queries.query({
    name: 'postback-finish',
    text: `update postback_deliveries set due_at = $3, last_status = $4, last_fault = $5::text, answered_at = $6::timestamptz,
        delivered_at = case when $5::text is null then $6::timestamptz else delivered_at end
      where id = $1 and due_at = $2`,
    values: [id, until, dueAt, status, fault, at],
  });
}

/** A try that was broken off by ourselves is none. */
export async function releaseDelivery(
  queries: Queries,
  { id, until, dueAt }: Pick<TriedDelivery, 'id' | 'until'> & { dueAt: Date },
): Promise<void> {
  await queries.query({
    name: 'postback-release',
    text: 'update postback_deliveries set due_at = $3, tries = tries - 1 where id = $1 and due_at = $2',
    values: [id, until, dueAt],
  });
}

/** Keeps what else waits for an affiliate whose server does not answer: it must not take the time of the others. */
export async function holdBackDeliveries(
  queries: Queries,
  { affiliateId, until }: { affiliateId: number; until: Date },
): Promise<void> {
  await queries.query({
    name: 'postback-hold-back',
    text: 'update postback_deliveries set due_at = $2 where affiliate_id = $1 and due_at < $2',
    values: [affiliateId, until],
  });
}
