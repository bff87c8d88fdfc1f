import { computed } from 'nanostores';
import { pollWithoutPushes } from '../realtime/poll-without-pushes.ts';
import type { Polling } from '../realtime/poll-without-pushes.ts';
import { takePushes } from '../shell/unread-notices.ts';
import { $session, forgetSession } from '../session.ts';

const $accessToken = computed($session, (session) => session?.access_token ?? null);

/**
 * Loads the page's transactions now, and again whenever they may have changed: on a push and after a lost connection.
 * Without a connection, or after a failed load, it polls while the page is visible. `load` resolves to true if it
 * worked. Returns a stop function.
 */
export function followTransactions(load: () => Promise<boolean>): () => void {
  let stop: (() => void) | undefined;
  const stopSession = $accessToken.subscribe((accessToken) => {
    stop?.();
    stop = accessToken === null ? undefined : follow(accessToken, load);
  });
  return () => {
    stopSession();
    stop?.();
  };
}

function follow(accessToken: string, load: () => Promise<boolean>): () => void {
  const polling = pollWithoutPushes(load);
  const stopConnection = openConnection(accessToken, polling);
  polling.poll();
  return () => {
    stopConnection();
    polling.stop();
  };
}

/** The page does not wait for the socket's script; until that is loaded, it polls. */
function openConnection(accessToken: string, polling: Polling): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  void import('../connection.ts')
    .then(({ $customerConnection, openCustomerConnection }) => {
      if (isOver) return;
      const connection = openCustomerConnection(accessToken, forgetSession, { page: window });
      const stops = [
        connection.onTransactions(polling.poll),
        takePushes(connection, $customerConnection),
        $customerConnection.listen((state) => polling.setPushed(state === 'live')),
      ];
      stop = () => {
        for (const each of stops) each();
        connection.close();
      };
    })
    .catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
}

/**
 * Lets only one load run at a time. Calls during a load share one more load that starts afterwards, because the running
 * one may have read older data than the caller knows of.
 */
export function oneAtATime(load: () => Promise<boolean>): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  let asks = 0;

  async function loadToTheEnd(): Promise<boolean> {
    const asksBefore = asks;
    const isLoaded = await load();
    // After a failure the next load would fail too, so the caller has to try again later.
    return isLoaded && asks !== asksBefore ? loadToTheEnd() : isLoaded;
  }

  return () => {
    asks += 1;
    underWay ??= loadToTheEnd().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
