import type { ClientInfo } from '../../lib/contract/accounts/account-entities.ts';
import { getClientInfo } from '../../lib/contract/accounts/account-endpoints.ts';
import { storageKeys } from '../../lib/contract/session.ts';
import { callApi } from '../api.ts';

/** Where the visitor comes from, as far as the server can tell. Asked once a day, and nobody waits for it for long. */

const keptForMs = 24 * 60 * 60 * 1000;
const patienceMs = 3_000;
let loading: Promise<ClientInfo | null> | undefined;

/** Null where it cannot be had, or not soon: what it is for goes on without it. */
export async function clientInfo(): Promise<ClientInfo | null> {
  const kept = readKept();
  if (kept) return kept;
  loading ??= load();
  return loading;
}

/** As a log-in or a registration sends it: JSON text; undefined where it cannot be had. */
export async function clientInfoText(): Promise<string | undefined> {
  const info = await clientInfo();
  return info ? JSON.stringify(info) : undefined;
}

async function load(): Promise<ClientInfo | null> {
  const result = await callApi(getClientInfo, { patienceMs });
  loading = undefined;
  if (!result.ok) return null;
  keep(result.data);
  return result.data;
}

function keep(info: ClientInfo): void {
  try {
    localStorage.setItem(storageKeys.clientInfo, JSON.stringify({ at: Date.now(), info }));
  } catch {
    // A browser that keeps nothing asks again.
  }
}

function readKept(): ClientInfo | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKeys.clientInfo) ?? 'null') as {
      at: number;
      info: ClientInfo;
    } | null;
    return kept && Date.now() - kept.at < keptForMs ? kept.info : null;
  } catch {
    return null;
  }
}
