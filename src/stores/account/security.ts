import { atom } from 'nanostores';
import type { FactorSetUp, OpenSession } from '../../lib/contract/accounts/account-entities.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  endSession,
  endSessions,
  getSessions,
  renewRecoveryCodes,
  startSecondFactor,
} from '../../lib/contract/accounts/account-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { expectChange } from '../authentication.ts';
import { forgetSession } from '../session.ts';

export type SessionsState =
  | { status: 'loading' | 'failed' }
  /** This session first, then the most recently seen. */
  | { status: 'ready'; sessions: readonly OpenSession[] };

/** The customer's open sessions. */
export const $sessions = atom<SessionsState>({ status: 'loading' });

/**
 * Loads the open sessions. The old list stays on screen until the answer arrives; a failure shows only if there is no
 * list.
 */
export async function loadSessions(): Promise<void> {
  if ($sessions.get().status === 'failed') $sessions.set({ status: 'loading' });
  const answer = await callApi(getSessions, { body: {} });
  if (answer.ok) $sessions.set({ status: 'ready', sessions: answer.data });
  else if ($sessions.get().status !== 'ready') $sessions.set({ status: 'failed' });
}

/** Ends another session. One that has already ended counts as success. */
export async function endOtherSession(id: string): Promise<Result> {
  const answer = await callApi(endSession, { body: { id } });
  if (!answer.ok && answer.problem.code !== 'NOT_FOUND') return answer;
  const state = $sessions.get();
  if (state.status === 'ready')
    $sessions.set({ ...state, sessions: state.sessions.filter((session) => session.id !== id) });
  return { ok: true };
}

/** Ends every session, including this one. If the server cannot be reached, none is ended. */
export async function logOutEverywhere(): Promise<Result> {
  const answer = await callApi(endSessions, { body: {} });
  if (!answer.ok) return answer;
  forgetSession();
  return { ok: true };
}

/** Gets a new secret for the authenticator app. On `CURRENT_PASSWORD_REQUIRED`, call again with the password. */
export async function startFactor(currentPassword?: string): Promise<Result<{ setUp: FactorSetUp }>> {
  const body = currentPassword === undefined ? {} : { current_password: currentPassword };
  const answer = await callApi(startSecondFactor, { body });
  return answer.ok ? { ok: true, setUp: answer.data } : answer;
}

/** A code, and the language of the mail that reports the change. */
export interface FactorAct {
  code: string;
  lang: string;
}

/**
 * Switches the second factor on, which ends the other sessions. Returns the recovery codes, which are never shown
 * again.
 */
export async function enableFactor(act: FactorAct): Promise<Result<{ codes: string[] }>> {
  const applyUser = expectChange();
  const answer = await callApi(enableSecondFactor, { body: act });
  if (!answer.ok) return answer;
  applyUser(answer.data.user);
  void loadSessions();
  return { ok: true, codes: answer.data.recovery_codes };
}

/** Switches the second factor off, which also ends the other sessions. */
export async function disableFactor(act: FactorAct): Promise<Result> {
  const applyUser = expectChange();
  const answer = await callApi(disableSecondFactor, { body: act });
  if (!answer.ok) return answer;
  applyUser(answer.data);
  void loadSessions();
  return { ok: true };
}

export async function renewCodes(act: FactorAct): Promise<Result<{ codes: string[] }>> {
  const answer = await callApi(renewRecoveryCodes, { body: act });
  return answer.ok ? { ok: true, codes: answer.data.recovery_codes } : answer;
}
