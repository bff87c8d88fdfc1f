import { getUser, login, logout } from '../lib/contract/endpoints.ts';
import type { User } from '../lib/contract/entities.ts';
import type { Result } from '../lib/contract/problem.ts';
import { callApi } from './api.ts';
import { enter, knownDevice } from './entry/enter.ts';
import { clientInfoText } from './frame/client-info.ts';
import { $session, endIfRefused, forgetSession, replaceUser } from './session.ts';

/**
 * Logs a customer in and keeps the session; `INVALID_CREDENTIALS` never says which of the two was wrong. `recaptcha` is the token of
 * the check of humanity, where the broker has one; empty where the browser could not load it.
 */
export async function logIn(credentials: {
  email: string;
  password: string;
  recaptcha?: string | undefined;
  /** The code that is asked for after `SECOND_FACTOR_REQUIRED`. */
  second_factor?: string | undefined;
}): Promise<Result<{ user: User }>> {
  const body = { ...credentials, info: await clientInfoText(), device: knownDevice() };
  const result = await callApi(login, { body });
  if (!result.ok) return result;
  enter(result.data);
  return { ok: true, user: result.data.user };
}

/** Ends the session here, in every tab and on the server. It is over here even where the server cannot be reached. */
export async function logOut(): Promise<void> {
  if (!$session.get()) return;
  const told = callApi(logout, { keepalive: true });
  forgetSession();
  await told;
}

/** Loads the customer again, which keeps the session alive on the server too. A refusal ends the session here. */
export async function reloadUser(): Promise<Result> {
  const accessToken = $session.get()?.access_token;
  const result = await callApi(getUser, { body: {} });
  if (result.ok) replaceUser(result.data);
  else endIfRefused(result.problem, accessToken);
  return result;
}
