import type { User } from '../lib/contract/entities.ts';
import { getUser, logout } from '../lib/contract/endpoints.ts';
import type { Result } from '../lib/contract/problem.ts';
import { callApi } from './api.ts';
import type { CustomerLine } from './connection.ts';
import { $session, endIfRefused, expectUser, forgetSession, replaceUser } from './session.ts';

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
  const takeUser = expectUser();
  const result = await callApi(getUser, { body: {} });
  if (result.ok) takeUser(result.data);
  else endIfRefused(result.problem, accessToken);
  return result;
}

/**
 * The same as `expectUser`, of a change: where what was taken meanwhile may have been read before it, the customer is
 * loaded again, so that the change is seen without a push too.
 */
export function expectChange(): (user: User) => void {
  return expectUser(() => void reloadUser());
}

/**
 * Keeps the customer as the server has it: as it pushes, and loaded at every connect, since a line that broke has
 * missed pushes.
 */
export function followUser({ onUser, onLive }: Pick<CustomerLine, 'onUser' | 'onLive'>): () => void {
  const stops = [onUser(replaceUser), onLive(() => void reloadUser())];
  return () => stops.forEach((stop) => stop());
}
