import type { ClientInfo } from '../../lib/contract/accounts/account-entities.ts';
import { getClientInfo } from '../../lib/contract/accounts/account-endpoints.ts';
import { storageKeys } from '../../lib/contract/session.ts';
import { callApi } from '../api.ts';

/** The visitor's location, as far as the server can tell. Loaded once a day, with a short timeout. */

const maxAgeMs = 24 * 60 * 60 * 1000;
const patienceMs = 3_000;
let loading: Promise<ClientInfo | null> | undefined;

/** Null if it is not available in time; callers go on without it. */
export async function clientInfo(): Promise<ClientInfo | null> {
  const stored = readStored();
  if (stored) return stored;
  loading ??= load();
  return loading;
}

/** The client info as JSON text, for log-in and registration; undefined if it is not available. */
export async function clientInfoText(): Promise<string | undefined> {
  const info = await clientInfo();
  return info ? JSON.stringify(info) : undefined;
}

async function load(): Promise<ClientInfo | null> {
  const result = await callApi(getClientInfo, { patienceMs });
  loading = undefined;
  if (!result.ok) return null;
  store(result.data);
  return result.data;
}

function store(info: ClientInfo): void {
  try {
    localStorage.setItem(storageKeys.clientInfo, JSON.stringify({ at: Date.now(), info }));
  } catch {
    // Without storage, it is loaded each time.
  }
}

function readStored(): ClientInfo | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKeys.clientInfo) ?? 'null') as {
      at: number;
      info: ClientInfo;
    } | null;
    return stored && Date.now() - stored.at < maxAgeMs ? stored.info : null;
  } catch {
    return null;
  }
}
