import { logInToDemo } from '../../lib/contract/accounts/account-endpoints.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { callApi } from '../api.ts';
import { clientInfoText } from '../shell/client-info.ts';
import { enter, knownDevice } from './enter.ts';

/** Logs in as the demo customer, and keeps the session. No password is needed or sent. */
export async function openDemo(): Promise<Result> {
  const body = { info: await clientInfoText(), device: knownDevice() };
  const result = await callApi(logInToDemo, { body });
  if (!result.ok) return result;
  enter(result.data);
  return { ok: true };
}
