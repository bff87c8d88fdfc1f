import { forgotPassword } from '../../lib/contract/accounts/account-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';

/**
 * Requests a mail with a link that leads to a new password; `lang` is the language of the mail.
 *
 * Problems: those of the call; `EMAIL_UNKNOWN` if nobody has the email and the broker reveals that.
 */
export async function requestPassword(request: {
  email: string;
  lang: string;
  recaptcha: string | undefined;
}): Promise<Result> {
  const result = await callApi(forgotPassword, { body: request });
  return result.ok ? { ok: true } : result;
}
