import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import type { Database, Queries } from '../db/database.ts';
import { isLockTimeout, longestLockWait } from '../db/lock-wait.ts';
import { countryCodeOf } from '../locations/countries.ts';
import { readPhone } from '../locations/phone-number.ts';
import type { Runtime } from '../runtime.ts';
import type { ChangeLimiter } from '../throttle/limits.ts';
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
  changeLimiter: ChangeLimiter;
  refusals: Pick<RefusalNotes, 'limitMet'>;
}

/** The whole profile, as typed. */
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
/**
 * The fields that a verification compares with documents, such as the address. The audit record says if one of them was
 * changed after the verification.
 */
const verifiedFields: readonly (keyof Profile)[] = profileFields.filter((field) => field !== 'phone');

/**
 * Replaces the profile of an account and notifies subscribers; returns the updated account. The phone number is stored
 * in E.164. The audit record names the changed fields, never their old values. Safe to repeat: nothing is written if
 * nothing changes.
 *
 * Problems: VALIDATION (phone, birth_date, country_id); TOO_MANY_REQUESTS; UNAVAILABLE if another transaction keeps the
 * account locked.
 */
export async function updateProfile(
  parts: UpdateProfileParts,
  { profile: typed, ...command }: ProfileCommand,
): Promise<Result<{ account: AccountRow }>> {
  const { database, accountChanges, changeLimiter, refusals } = parts;
  const { accountId } = command;
  const checked = checkProfile(typed, new Date(parts.runtime.now()));
  if (!checked.ok) return checked;
  const allowed = await changeLimiter.consume('profile', accountId);
  if (!allowed.ok) {
    await refusals.limitMet('profile_change', command);
    return allowed;
  }
  try {
    const { account, isChanged } = await database.transaction(
      (connection) => changeWithin(connection, parts, { ...command, profile: checked.profile }),
      longestLockWait,
    );
    if (isChanged) accountChanges.changed(accountId);
    else await changeLimiter.giveBack('profile', accountId);
    return { ok: true, account };
  } catch (fault) {
    if (isLockTimeout(fault)) return refuse('UNAVAILABLE');
    throw fault;
  }
}

async function changeWithin(
  connection: Queries,
  { runtime }: UpdateProfileParts,
  { accountId, profile, origin }: ProfileCommand,
): Promise<{ account: AccountRow; isChanged: boolean }> {
  const before = await lockProfile(connection, accountId);
  if (!before) throw new Error('A session outlived its account');
  const changed = profileFields.filter((field) => before[field] !== profile[field]);
  if (changed.length > 0) {
    await updateProfileRow(connection, accountId, profile);
    const ofVerified = before.verified && changed.some((field) => verifiedFields.includes(field));
    const details = { fields: changed.join(' '), after_verification: ofVerified };
    const record = { id: runtime.newId(), at: new Date(runtime.now()), event: 'profile_changed' } as const;
    await writeAudit(connection, { ...record, actor: 'customer', accountId, origin, details });
  }
  const account = await loadAccount(connection, accountId);
  if (!account) throw new Error('A session outlived its account');
  return { account, isChanged: changed.length > 0 };
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
