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
  /** This one first, then the last seen. */
  | { status: 'ready'; sessions: readonly OpenSession[] };

/** Where the customer is logged in. */
export const $sessions = atom<SessionsState>({ status: 'loading' });

/**
 * Loads the open sessions; what is shown stays until they are there. A failure is told where there is nothing to show.
 */
export async function loadSessions(): Promise<void> {
  if ($sessions.get().status === 'failed') $sessions.set({ status: 'loading' });
  const answer = await callApi(getSessions, { body: {} });
  if (answer.ok) $sessions.set({ status: 'ready', sessions: answer.data });
  else if ($sessions.get().status !== 'ready') $sessions.set({ status: 'failed' });
}

/** Ends another session. One that is over already is as good. */
export async function endOtherSession(id: string): Promise<Result> {
  const answer = await callApi(endSession, { body: { id } });
  if (!answer.ok && answer.problem.code !== 'NOT_FOUND') return answer;
  const state = $sessions.get();
  if (state.status === 'ready')
    $sessions.set({ ...state, sessions: state.sessions.filter((session) => session.id !== id) });
  return { ok: true };
}

/** Ends every session, this one too. Where the server cannot be reached none is ended. */
export async function logOutEverywhere(): Promise<Result> {
  const answer = await callApi(endSessions, { body: {} });
  if (!answer.ok) return answer;
  forgetSession();
  return { ok: true };
}

/** A secret for the app. `CURRENT_PASSWORD_REQUIRED`: the password is to be sent along. */
export async function startFactor(currentPassword?: string): Promise<Result<{ setUp: FactorSetUp }>> {
  const body = currentPassword === undefined ? {} : { current_password: currentPassword };
  const answer = await callApi(startSecondFactor, { body });
  return answer.ok ? { ok: true, setUp: answer.data } : answer;
}

/** A code, and the language of the mail that tells of what it did. */
export interface FactorAct {
  code: string;
  lang: string;
}

/**
 * Switches the second factor on, which ends the other sessions; answers the recovery codes, which nobody is shown
 * again.
 */
export async function enableFactor(act: FactorAct): Promise<Result<{ codes: string[] }>> {
  const takeUser = expectChange();
  const answer = await callApi(enableSecondFactor, { body: act });
  if (!answer.ok) return answer;
  takeUser(answer.data.user);
  void loadSessions();
  return { ok: true, codes: answer.data.recovery_codes };
}

/** Switches it off, which ends the other sessions too. */
export async function disableFactor(act: FactorAct): Promise<Result> {
  const takeUser = expectChange();
  const answer = await callApi(disableSecondFactor, { body: act });
  if (!answer.ok) return answer;
  takeUser(answer.data);
  void loadSessions();
  return { ok: true };
}

export async function renewCodes(act: FactorAct): Promise<Result<{ codes: string[] }>> {
  const answer = await callApi(renewRecoveryCodes, { body: act });
  return answer.ok ? { ok: true, codes: answer.data.recovery_codes } : answer;
}
