import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Queries } from '../db/database.ts';
import type { PhoneNumber } from '../places/phone-number.ts';
import type { Runtime } from '../runtime.ts';
import { findReferrer, insertNewAccount } from './register-rows.ts';

export interface AccountOrder {
  firstName: string;
  lastName: string;
  /** In lower case. */
  email: string;
  passwordHash: string;
  phone: PhoneNumber;
  /** A referral code; nobody's is ignored. */
  ref: string | null;
  sourcePage: string | null;
  /** Kept where the code is somebody's: it says where that one's link stands. */
  sourceTag: string | null;
  origin: RequestOrigin;
}

/** As long as those of the demo data: 12 hexadecimal digits. */
const uniqidBytes = 6;

/**
 * Opens an account, with its audit entry, by the queries of the caller's database transaction; returns its id.
 * Undefined: there is one with this email, and nothing was written.
 */
export async function openAccount(
  queries: Queries,
  { runtime }: { runtime: Runtime },
  { phone, ref, origin, ...facts }: AccountOrder,
): Promise<number | undefined> {
  const createdAt = new Date(runtime.now());
  const referrer = ref === null ? { accountId: null, affiliateId: null } : await findReferrer(queries, ref);
  const came = referrer.accountId !== null ? 'customer' : referrer.affiliateId !== null ? 'affiliate' : null;
  const { firstName, lastName, email, passwordHash, sourcePage } = facts;
  const sourceTag = came && facts.sourceTag;
  const accountId = await insertNewAccount(queries, {
    ...{ token: runtime.newId(), uniqid: runtime.randomBytes(uniqidBytes).toString('hex') },
    ...{ firstName, lastName, email, passwordHash, phone: phone.e164, countryId: phone.countryId },
    ...{ referrer, sourcePage, sourceTag, createdAt },
  });
  if (accountId === undefined) return undefined;
  const entry = { id: runtime.newId(), at: createdAt, event: 'registered', actor: 'customer' } as const;
  await writeAudit(queries, { ...entry, accountId, origin, details: { country: phone.countryId, referred_by: came } });
  return accountId;
}
