import { loginByCode } from '../../lib/contract/accounts/account-endpoints.ts';
import { hasMissingDetails } from '../../lib/contract/accounts/missing-details.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { markRegistered } from './registration-marker.ts';
import { callApi } from '../api.ts';
import { clientInfoText } from '../shell/client-info.ts';
import { enter, knownDevice, pageLanguage } from './enter.ts';

/** Where a link leads: to a new password, to the missing details, or to the platform. */
export type LinkGoal = 'password' | 'details' | 'platform';

/**
 * Logs in by the code of a link, no matter who was logged in before. This uses up the code, unless the call is refused
 * because it needs the second factor.
 *
 * Problems: those of the call; `LINK_NOT_VALID` if the code does not exist, is used or has expired.
 */
export async function logInByCode(code: string, secondFactor?: string): Promise<Result<{ goal: LinkGoal }>> {
  const result = await callApi(loginByCode, {
    params: { code },
    body: {
      ...{ lang: pageLanguage(), info: await clientInfoText() },
      ...{ device: knownDevice(), second_factor: secondFactor },
    },
  });
  if (!result.ok) return result;
  const { purpose, ...entered } = result.data;
  const isMissing = hasMissingDetails(entered.user);
  if (purpose === 'login' && isMissing) markRegistered(entered.user);
  enter(entered);
  return { ok: true, goal: purpose === 'reset' ? 'password' : isMissing ? 'details' : 'platform' };
}
