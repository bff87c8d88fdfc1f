import { computed } from 'nanostores';
import { $session, forgetSession } from '../session.ts';

/** Where no line tells of news, they are asked for after this, and then less and less often. */
const firstWaitMs = 4_000;
const longestWaitMs = 60_000;

const $accessToken = computed($session, (session) => session?.access_token ?? null);

/**
 * Loads what a page shows of transactions now, and again whenever they may have changed: as the server tells, after a line that broke, and
 * where there is none or a load failed after a while, as long as somebody looks. `load` answers whether it was loaded. Returns how to stop.
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
  const look = () => {
    if (isLookedAt()) asking.wake();
  };
  document.addEventListener('visibilitychange', look);
  asking.ask();
  return () => {
    document.removeEventListener('visibilitychange', look);
    stopLine();
    asking.stop();
  };
}

const isLookedAt = () => document.visibilityState === 'visible';

type Asking = ReturnType<typeof askWhileNobodyTells>;

function askWhileNobodyTells(load: () => Promise<boolean>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isTold = false;
  let isLoaded = false;
  let isOver = false;

  function wait() {
    clearTimeout(timer);
    if (isOver || (isTold && isLoaded)) return;
    const waitMs = Math.min(firstWaitMs * 2 ** tries, longestWaitMs);
    tries += 1;
    // Nobody looks: whoever looks again wakes it.
    timer = setTimeout(() => {
      if (isLookedAt()) ask();
    }, waitMs);
  }

  function ask() {
    clearTimeout(timer);
    void load().then((loaded) => {
      isLoaded = loaded;
      wait();
    });
  }

  return {
    ask,
    /** Asks at once where nobody would have told. */
    wake() {
      if (isTold && isLoaded) return;
      tries = 0;
      ask();
    },
    /** Whether there is a line that tells; one that came back has missed what happened meanwhile. */
    setTold(told: boolean) {
      isTold = told;
      tries = 0;
      if (told) ask();
      else wait();
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
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
