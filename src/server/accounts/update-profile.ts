import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Database } from '../db/database.ts';
import { isLockTimeout, longestLockWait } from '../db/lock-wait.ts';
import { countryCodeOf } from '../places/countries.ts';
import { readPhone } from '../places/phone-number.ts';
import type { Runtime } from '../runtime.ts';
import type { AccountChanges } from './account-changes.ts';
import type { AccountRow } from './accounts-rows.ts';
import { loadAccount } from './accounts-rows.ts';
import { birthDateFault } from './birth-date.ts';
import type { ProfileRow } from './profile-rows.ts';
import { lockProfile, updateProfileRow } from './profile-rows.ts';

export interface UpdateProfileParts {
  database: Pick<Database, 'transaction'>;
  accountChanges: Pick<AccountChanges, 'changed'>;
  runtime: Pick<Runtime, 'now' | 'newId'>;
}

/** The whole profile, as it was typed. */
export type Profile = { [Field in keyof ProfileRow]: NonNullable<ProfileRow[Field]> };

export interface ProfileCommand {
  accountId: number;
  profile: Profile;
  origin: RequestOrigin;
}

const profileFields: readonly (keyof Profile)[] = [
  ...(['first_name', 'last_name', 'phone', 'birth_date', 'country_id'] as const),
  ...(['state', 'city', 'street', 'zip_code'] as const),
];
/** What documents are held against, the one of the address too: a change of it after the verification is noted as such. */
const verifiedFields: readonly (keyof Profile)[] = profileFields.filter((field) => field !== 'phone');

/**
 * Replaces the profile of an account and tells who follows it; returns the account as it is then. The telephone number is stored in
 * E.164. The audit entry names what changed, never what it was. Safe to repeat: a profile that changes nothing is written nowhere.
 *
 * Problems: VALIDATION (phone, birth_date, country_id), UNAVAILABLE when others keep the account locked.
 */
export async function updateProfile(
  { database, accountChanges, runtime }: UpdateProfileParts,
  { accountId, profile: typed, origin }: ProfileCommand,
): Promise<Result<{ account: AccountRow }>> {
  const at = new Date(runtime.now());
  const checked = checkProfile(typed, at);
  if (!checked.ok) return checked;
  const { profile } = checked;
  try {
    const { account, isChanged } = await database.transaction(async (connection) => {
      const before = await lockProfile(connection, accountId);
      if (!before) throw new Error('A session outlived its account');
      const changed = profileFields.filter((field) => before[field] !== profile[field]);
      if (changed.length > 0) {
        await updateProfileRow(connection, accountId, profile);
        const ofVerified = before.verified && changed.some((field) => verifiedFields.includes(field));
        const details = { fields: changed.join(' '), after_verification: ofVerified };
        const entry = { id: runtime.newId(), at, event: 'profile_changed', actor: 'customer' } as const;
        await writeAudit(connection, { ...entry, accountId, origin, details });
      }
      return { account: await loadAccount(connection, accountId), isChanged: changed.length > 0 };
    }, longestLockWait);
    if (!account) throw new Error('A session outlived its account');
    if (isChanged) accountChanges.changed(accountId);
    return { ok: true, account };
  } catch (fault) {
    if (isLockTimeout(fault)) return refuse('UNAVAILABLE');
    throw fault;
  }
}

function checkProfile(typed: Profile, now: Date): Result<{ profile: Profile }> {
  const country = countryCodeOf(typed.country_id);
  const phone = readPhone(typed.phone, country);
  const birthDate = birthDateFault(typed.birth_date, now);
  if (phone && birthDate === null && country !== null) return { ok: true, profile: { ...typed, phone: phone.e164 } };
  return refuse('VALIDATION', {
    fields: {
      ...(!phone && { phone: 'Phone number not valid' }),
      ...(birthDate !== null && { birth_date: birthDate }),
      ...(country === null && { country_id: 'Country is required' }),
    },
  });
}
