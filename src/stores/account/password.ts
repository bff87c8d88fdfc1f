import { updatePassword } from '../../lib/contract/accounts/account-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { knownDevice } from '../entry/enter.ts';

export interface NewPassword {
  new_password: string;
  confirm_password: string;
  /** Asked for where the log-in is not fresh any more. */
  current_password?: string | undefined;
}

/**
 * Changes the password, which ends the other sessions and forgets the other browsers. `CURRENT_PASSWORD_REQUIRED` and `CURRENT_PASSWORD_WRONG`: nothing was changed,
 * and it can be sent again with the one that there is now.
 */
export async function changePassword(body: NewPassword): Promise<Result> {
  const result = await callApi(updatePassword, { body: { ...body, device: knownDevice() } });
  return result.ok ? { ok: true } : result;
}
