import type { ReferralFault } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';

/** A customer in a list. Money in minor units. */
export interface ListedCustomer {
  id: number;
  email: string;
  name: string;
  uniqid: string;
  phone: string | null;
  verified: boolean;
  /** Null: nobody keeps its owner out. */
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

/** The newest first, at most so many: all, or those in whose email, names, phone or referral code the words stand. */
export function listCustomers(
  queries: Queries,
  { search, most }: { search: string | null; most: number },
): Promise<ListedCustomer[]> {
  const like = search === null ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return operatorCustomers.rows(queries, { like, most });
}

/** What is known of a customer besides the account as its owner sees it. Money in minor units. */
export interface CustomerFacts {
  blockedAt: Date | null;
  balanceMinor: number;
  bonusMinor: number;
  creditMinor: number;
  reservedMinor: number;
  investedMinor: number;
  openPositions: number;
  sessions: number;
  /** Null: nobody sent this customer. */
  referral: CustomerReferral | null;
  sourcePage: string | null;
  /** What the link that led here said of where it stands. */
  sourceTag: string | null;
  /** The newest entries of the audit log by operators. */
  acts: { at: string; event: string; actor: string; details: Record<string, unknown> }[];
}

export interface CustomerReferral {
  by: 'affiliate' | 'customer';
  email: string;
  /** Whether the owner came in once: before, it counts for nobody. */
  hasEntered: boolean;
  /** Why it counts for nobody; null: nothing speaks against it. */
  fault: ReferralFault | null;
}

const operatorCustomerFacts = statement(
  'operator-customer-facts',
  `select a.blocked_at as "blockedAt", a.balance_minor as "balanceMinor", a.bonus_minor as "bonusMinor", a.credit_minor as "creditMinor",
     a.reserved_minor as "reservedMinor", a.invested_minor as "investedMinor", a.open_positions as "openPositions",
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
