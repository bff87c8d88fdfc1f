import type { Locale } from '../../brand.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Queries } from '../db/database.ts';
import type { PhoneNumber } from '../locations/phone-number.ts';
import type { Runtime } from '../runtime.ts';
import { findReferrer, insertNewAccount } from './register-rows.ts';

export interface AccountOrder {
  firstName: string;
  lastName: string;
  /** In lower case. */
  email: string;
  passwordHash: string;
  phone: PhoneNumber;
  /** A referral code; unknown ones are ignored. */
  ref: string | null;
  sourcePage: string | null;
  /** Stored only if the referral code is known, because it says where the referrer placed the link. */
  sourceTag: string | null;
  origin: RequestOrigin;
  /** The language of the page. */
  locale: Locale;
}

/** 12 hexadecimal digits, as in the demo data. */
const uniqidBytes = 6;

/**
 * Opens an account and writes its audit record within the caller's database transaction; returns the account's id.
 * Returns undefined and writes nothing if the email is taken.
 */
export async function openAccount(
  queries: Queries,
  { runtime }: { runtime: Runtime },
  { phone, ref, origin, ...facts }: AccountOrder,
): Promise<number | undefined> {
  const createdAt = new Date(runtime.now());
  const referrer = ref === null ? { accountId: null, affiliateId: null } : await findReferrer(queries, ref);
  const referrerKind = referrer.accountId !== null ? 'customer' : referrer.affiliateId !== null ? 'affiliate' : null;
  const { firstName, lastName, email, passwordHash, sourcePage } = facts;
  const sourceTag = referrerKind && facts.sourceTag;
  const accountId = await insertNewAccount(queries, {
    ...{ token: runtime.newId(), uniqid: runtime.randomBytes(uniqidBytes).toString('hex') },
    ...{ firstName, lastName, email, passwordHash, phone: phone.e164, countryId: phone.countryId },
    ...{ referrer, sourcePage, sourceTag, createdAt, language: facts.locale },
  });
  if (accountId === undefined) return undefined;
  const record = { id: runtime.newId(), at: createdAt, event: 'registered', actor: 'customer' } as const;
  await writeAudit(queries, {
    ...record,
    accountId,
    origin,
    details: { country: phone.countryId, referred_by: referrerKind },
  });
  return accountId;
}
