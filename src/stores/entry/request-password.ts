import { forgotPassword } from '../../lib/contract/accounts/account-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';

/**
 * Has a link mailed that leads to a new password; `lang` is the language of the mail.
 *
 * Problems: those of the call; `EMAIL_UNKNOWN` where nobody has the email and the broker says so.
 */
export async function requestPassword(request: {
  email: string;
  lang: string;
  recaptcha: string | undefined;
}): Promise<Result> {
  const result = await callApi(forgotPassword, { body: request });
  return result.ok ? { ok: true } : result;
}
