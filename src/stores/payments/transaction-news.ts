import { computed } from 'nanostores';
import { askWhileNobodyTells } from '../realtime/ask-while-nobody-tells.ts';
import type { Asking } from '../realtime/ask-while-nobody-tells.ts';
import { $session, forgetSession } from '../session.ts';

const $accessToken = computed($session, (session) => session?.access_token ?? null);

/**
 * Loads what a page shows of transactions now, and again whenever they may have changed: as the server tells, after a
 * line that broke, and where there is none or a load failed after a while, as long as somebody looks. `load` answers
 * whether it was loaded. Returns how to stop.
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
  const asking = askWhileNobodyTells(load);
  const stopLine = openLine(accessToken, asking);
  asking.ask();
  return () => {
    stopLine();
    asking.stop();
  };
}

/** The page does not wait for the socket's script: without it, news are asked for. */
function openLine(accessToken: string, asking: Asking): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  void import('../connection.ts')
    .then(({ $customerLine, openCustomerLine }) => {
      if (isOver) return;
      const line = openCustomerLine(accessToken, forgetSession, { page: window });
      const stops = [
        line.onTransactions(asking.ask),
        $customerLine.listen((state) => asking.setTold(state === 'live')),
      ];
      stop = () => {
        for (const each of stops) each();
        line.close();
      };
    })
    .catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
}

/**
 * A load that is under way once at most: who asks meanwhile is answered by one more that begins when it is over, since
 * its own answer may be from before what they know of.
 */
export function oneAtATime(load: () => Promise<boolean>): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  let asks = 0;

  async function loadToTheEnd(): Promise<boolean> {
    const asksBefore = asks;
    const isLoaded = await load();
    // Of one that failed the next would too; whoever asks tries again later.
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
