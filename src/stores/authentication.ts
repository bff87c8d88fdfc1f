import { getUser, logout } from '../lib/contract/endpoints.ts';
import type { Result } from '../lib/contract/problem.ts';
import { callApi } from './api.ts';
import { $session, endIfRefused, forgetSession, replaceUser } from './session.ts';

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
  // An answer that comes after another log-in is about somebody else.
  if (result.ok && accessToken === $session.get()?.access_token) replaceUser(result.data);
  else if (!result.ok) endIfRefused(result.problem, accessToken);
  return result;
}
