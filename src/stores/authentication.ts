import type { User } from '../lib/contract/entities.ts';
import { getUser, logout } from '../lib/contract/endpoints.ts';
import type { Result } from '../lib/contract/problem.ts';
import { callApi } from './api.ts';
import type { CustomerConnection } from './connection.ts';
import { $session, endIfRefused, expectUser, forgetSession, replaceUser } from './session.ts';

/** Ends the session in every tab and on the server. The tabs are logged out even if the server cannot be reached. */
export async function logOut(): Promise<void> {
  if (!$session.get()) return;
  const request = callApi(logout, { keepalive: true });
  forgetSession();
  await request;
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
 * Like `expectUser`, for a call that changes the customer. If newer data was applied while the call ran, that data may
 * have been read before the change, so the customer is loaded again.
 */
export function expectChange(): (user: User) => void {
  return expectUser(() => void reloadUser());
}

/**
 * Keeps the customer's data current: applies pushes, and reloads at every connect, because a lost connection misses
 * pushes.
 */
export function followUser({ onUser, onLive }: Pick<CustomerConnection, 'onUser' | 'onLive'>): () => void {
  const stops = [onUser(replaceUser), onLive(() => void reloadUser())];
  return () => stops.forEach((stop) => stop());
}
