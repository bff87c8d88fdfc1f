import { updateProfile } from '../../lib/contract/accounts/account-endpoints.ts';
import type { User } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { expectChange } from '../authentication.ts';

/** What of the account its owner changes. */
export interface ProfileValues {
  first_name: string;
  last_name: string;
  phone: string;
  birth_date: string;
  country_id: number;
  state: string;
  city: string;
  street: string;
  zip_code: string;
}

/** Saves the profile and answers the account as it is then; `VALIDATION` names the fields. */
export async function saveProfile(body: ProfileValues): Promise<Result<{ user: User }>> {
  const takeUser = expectChange();
  const result = await callApi(updateProfile, { body });
  if (!result.ok) return result;
  takeUser(result.data);
  return { ok: true, user: result.data };
}
