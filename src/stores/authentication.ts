import type { User } from '../lib/contract/entities.ts';
import { getUser, logout } from '../lib/contract/endpoints.ts';
import type { Result } from '../lib/contract/problem.ts';
import { callApi } from './api.ts';
import type { CustomerConnection } from './connection.ts';
import { $session, endIfRefused, expectUser, forgetSession, replaceUser } from './session.ts';

/** Ends the session here, in every tab and on the server. It ends here even if the server cannot be reached. */
export async function logOut(): Promise<void> {
  if (!$session.get()) return;
  const told = callApi(logout, { keepalive: true });
  forgetSession();
  await told;
}

/** Loads the customer again, which also keeps the session alive on the server. A refusal ends the session here. */
export async function reloadUser(): Promise<Result> {
  const accessToken = $session.get()?.access_token;
  const applyUser = expectUser();
  const result = await callApi(getUser, { body: {} });
  if (result.ok) applyUser(result.data);
  else endIfRefused(result.problem, accessToken);
  return result;
}

/**
 * Like `expectUser`, but for a change: if data applied in the meantime may have been read before the change, the
 * customer is loaded again, so that the change shows even without a push.
 */
export function expectChange(): (user: User) => void {
  return expectUser(() => void reloadUser());
}

/**
 * Keeps the customer's data current: from pushes, and by a reload at every connect, because a lost connection misses
 * pushes.
 */
export function followUser({ onUser, onLive }: Pick<CustomerConnection, 'onUser' | 'onLive'>): () => void {
  const stops = [onUser(replaceUser), onLive(() => void reloadUser())];
  return () => stops.forEach((stop) => stop());
}
