import { login } from '../../lib/contract/endpoints.ts';
import type { User } from '../../lib/contract/entities.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { clientInfoText } from '../shell/client-info.ts';
import { enter, knownDevice, pageLanguage } from './enter.ts';

/**
 * Logs a customer in and keeps the session. `INVALID_CREDENTIALS` does not say whether email or password was wrong.
 * `recaptcha` is the token of the humanity check, if the broker has one; empty if the browser could not load it.
 */
export async function logIn(credentials: {
  email: string;
  password: string;
  recaptcha?: string | undefined;
  /** The code that is required after `SECOND_FACTOR_REQUIRED`. */
  second_factor?: string | undefined;
}): Promise<Result<{ user: User }>> {
  const body = { ...credentials, lang: pageLanguage(), info: await clientInfoText(), device: knownDevice() };
  const result = await callApi(login, { body });
  if (!result.ok) return result;
  enter(result.data);
  return { ok: true, user: result.data.user };
}
