import type { ReferralFault } from '../../lib/contract/affiliate/affiliate-entities.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import type { DocumentStates } from '../documents/documents-rows.ts';

/** The settings of an account that operators change. */
export interface CustomerSettings {
  verified: boolean;
  level: string | null;
  pin: string | null;
  /** Category name → indexes into its leverages; a missing key means all of them. */
  customLeverage: Record<string, number[]> | null;
  categoryIds: number[];
}

/** The settings, and what is checked before one of them changes. */
export interface LockedCustomer extends CustomerSettings {
  documents: DocumentStates;
}

const operatorSettingsLock = statement(
  'operator-settings-lock',
  `select verified, level, pin, custom_leverage as "customLeverage", category_ids as "categoryIds", documents
   from accounts where id = :accountId for no key update`,
);

/**
 * Reads the settings. The row is locked until the database transaction ends: trades and other changes of the account
 * wait.
 */
export async function lockSettings(queries: Queries, accountId: number): Promise<LockedCustomer | undefined> {
  return (await operatorSettingsLock.first(queries, { accountId })) ?? undefined;
}

const setters = {
  verified: statement('operator-setting-verified', 'update accounts set verified = :value where id = :accountId'),
  level: statement('operator-setting-level', 'update accounts set level = :value? where id = :accountId'),
  pin: statement('operator-setting-pin', 'update accounts set pin = :value? where id = :accountId'),
  customLeverage: statement(
    'operator-setting-custom-leverage',
    'update accounts set custom_leverage = :value? where id = :accountId',
  ),
  categoryIds: statement(
    'operator-setting-categories',
    'update accounts set category_ids = :value where id = :accountId',
  ),
};

/** Changes only the given settings. */
export async function updateSettings(
  queries: Queries,
  accountId: number,
  settings: Partial<CustomerSettings>,
): Promise<void> {
  const { verified, level, pin, customLeverage, categoryIds } = settings;
  if (verified !== undefined) await setters.verified.write(queries, { accountId, value: verified });
  if (level !== undefined) await setters.level.write(queries, { accountId, value: level });
  if (pin !== undefined) await setters.pin.write(queries, { accountId, value: pin });
  if (customLeverage !== undefined) {
    const value = customLeverage && JSON.stringify(customLeverage);
    await setters.customLeverage.write(queries, { accountId, value });
  }
  if (categoryIds !== undefined) await setters.categoryIds.write(queries, { accountId, value: categoryIds });
}

const operatorSettingLast = statement(
  'operator-setting-last',
  `select actor, at from audit_entries where account_id = :accountId and event = 'customer_changed' and details->>'what' = :what
   order by at desc limit 1`,
);

/** Who last changed the setting, and when. */
export async function findLastChange(
  queries: Queries,
  { accountId, what }: { accountId: number; what: string },
): Promise<{ actor: string; at: Date } | undefined> {
  return (await operatorSettingLast.first(queries, { accountId, what })) ?? undefined;
}

export interface CategoryRow {
  id: number;
  name: string;
  leverages: number[];
}

const operatorCategoryHold = statement(
  'operator-category-hold',
  'select leverages from asset_categories where name = :category for share',
);

/**
 * The leverages of a category; undefined if there is no such category. They are locked against changes until the
 * database transaction ends.
 */
export async function holdLeverages(queries: Queries, category: string): Promise<number[] | undefined> {
  return (await operatorCategoryHold.first(queries, { category }))?.leverages;
}

const operatorCategories = statement(
  'operator-categories',
  'select id, name, leverages from asset_categories order by id',
);

export function listCategories(queries: Queries): Promise<CategoryRow[]> {
  return operatorCategories.rows(queries);
}

/** A customer in a list. Money in minor units. */
export interface ListedCustomer {
  id: number;
  email: string;
  name: string;
  uniqid: string;
  phone: string | null;
  verified: boolean;
  /** Null: not blocked. */
  blockedAt: Date | null;
  level: string | null;
  balanceMinor: number;
  openPositions: number;
  createdAt: Date;
}

const listColumns = `
  a.id, a.email, concat_ws(' ', a.first_name, a.last_name) as "name!", a.uniqid, a.phone, a.verified, a.blocked_at as "blockedAt", a.level,
  a.balance_minor as "balanceMinor", a.open_positions as "openPositions", a.created_at as "createdAt"`;

const operatorCustomers = statement(
  'operator-customers',
  `select ${listColumns} from accounts a
   where :like?::text is null or a.email ilike :like? or concat_ws(' ', a.first_name, a.last_name) ilike :like?
     or a.phone ilike :like? or a.uniqid ilike :like?
   order by a.created_at desc, a.id desc limit :most`,
);

/**
 * The newest customers, up to a limit; with `search` only those whose email, name, phone or referral code contains it.
 */
export function listCustomers(
  queries: Queries,
  { search, most }: { search: string | null; most: number },
): Promise<ListedCustomer[]> {
  const like = search === null ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return operatorCustomers.rows(queries, { like, most });
}

/** What an operator sees of a customer besides the owner's own view of the account. Money in minor units. */
export interface CustomerFacts {
  blockedAt: Date | null;
  balanceMinor: number;
  bonusMinor: number;
  creditMinor: number;
  reservedMinor: number;
  investedMinor: number;
  openPositions: number;
  sessions: number;
  /** When the customer last agreed to a rule of auto trading, and to which version. */
  autoConsentedAt: Date | null;
  autoConsentedTo: string | null;
  /** Null: nobody referred this customer. */
  referral: CustomerReferral | null;
  sourcePage: string | null;
  /** The source tag of the referral link. */
  sourceTag: string | null;
  /** The newest audit records by operators. */
  acts: { at: string; event: string; actor: string; details: Record<string, unknown> }[];
}

export interface CustomerReferral {
  by: 'affiliate' | 'customer';
  email: string;
  /** Whether the owner has ever signed in; until then the referral does not count. */
  hasEntered: boolean;
  /** Why the referral does not count; null: it has no fault. */
  fault: ReferralFault | null;
}

const operatorCustomerFacts = statement(
  'operator-customer-facts',
  `select a.blocked_at as "blockedAt", a.balance_minor as "balanceMinor", a.bonus_minor as "bonusMinor", a.credit_minor as "creditMinor",
     a.reserved_minor as "reservedMinor", a.invested_minor as "investedMinor", a.open_positions as "openPositions",
     a.auto_consented_at as "autoConsentedAt", a.auto_consented_to as "autoConsentedTo",
     (select count(*)::int from sessions s where s.account_id = a.id) as "sessions!",
     f.email as "byAffiliate", r.email as "byCustomer", a.entered_at is not null as "hasEntered", a.referral_fault as fault,
     a.source_page as "sourcePage", a.source_tag as "sourceTag",
     coalesce((select json_agg(json_build_object('at', e.at, 'event', e.event, 'actor', e.actor, 'details', e.details)
         order by e.at desc) from (
       select at, event, actor, details from audit_entries
       where account_id = a.id and actor like 'operator:%' order by at desc limit 10) e), '[]') as acts
   from accounts a
   left join affiliates f on f.id = a.referred_by_affiliate_id
   left join accounts r on r.id = a.referred_by_account_id
   where a.id = :accountId`,
);

export async function loadCustomerFacts(queries: Queries, accountId: number): Promise<CustomerFacts | undefined> {
  const row = await operatorCustomerFacts.first(queries, { accountId });
  if (!row) return undefined;
  const { byAffiliate, byCustomer, hasEntered, fault, acts, ...facts } = row;
  const email = byAffiliate ?? byCustomer;
  const by = byAffiliate === null ? 'customer' : 'affiliate';
  return {
    ...facts,
    referral: email === null ? null : { by, email, hasEntered, fault },
    acts: acts as CustomerFacts['acts'],
  };
}

const operatorBlockedLock = statement(
  'operator-blocked-lock',
  'select blocked_at as "blockedAt" from accounts where id = :accountId for no key update',
);

/** When the account was blocked, null if it is not; its row is locked until the end of the database transaction. */
export async function lockBlocked(queries: Queries, accountId: number): Promise<Date | null> {
  const rows = await operatorBlockedLock.rows(queries, { accountId });
  if (!rows[0]) throw new Error(`There is no account ${accountId}`);
  return rows[0].blockedAt;
}

const operatorBlockedUpdate = statement(
  'operator-blocked-update',
  'update accounts set blocked_at = :blockedAt? where id = :accountId',
);

export async function updateBlocked(queries: Queries, accountId: number, blockedAt: Date | null): Promise<void> {
  await operatorBlockedUpdate.write(queries, { accountId, blockedAt });
}

const operatorBlockedLast = statement(
  'operator-blocked-last',
  `select actor, at from audit_entries
   where account_id = :accountId and event in ('account_blocked', 'account_unblocked') order by at desc limit 1`,
);

/** Who last blocked or unblocked an account, and when. */
export async function findLastBlock(
  queries: Queries,
  accountId: number,
): Promise<{ actor: string; at: Date } | undefined> {
  return (await operatorBlockedLast.first(queries, { accountId })) ?? undefined;
}
