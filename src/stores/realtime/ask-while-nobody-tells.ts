/** The first interval of polling without pushes; it doubles up to the longest. */
const firstWaitMs = 4_000;
const longestWaitMs = 60_000;

const isLookedAt = () => document.visibilityState === 'visible';

export type Asking = ReturnType<typeof askWhileNobodyTells>;

/**
 * Loads on request, and polls while there are no pushes or the last load failed. Polls only while the page is visible,
 * and at once when it becomes visible again. `load` resolves to whether it worked.
 */
export function askWhileNobodyTells(load: () => Promise<boolean>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isTold = false;
  let isLoaded = false;
  let isOver = false;

  function wait() {
    clearTimeout(timer);
    if (isOver || (isTold && isLoaded)) return;
    // Half to all of the interval, so that clients who lost their connection together do not poll together.
    const waitMs = Math.min(firstWaitMs * 2 ** tries, longestWaitMs) * (0.5 + Math.random() / 2);
    tries += 1;
    // While the page is hidden, the chain of polls stops; `visibilitychange` restarts it.
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

  function check() {
    if (!isLookedAt() || (isTold && isLoaded)) return;
    tries = 0;
    ask();
  }

  document.addEventListener('visibilitychange', check);
  return {
    ask,
    /** Whether there is a connection that pushes. After a reconnect it loads at once, because pushes were missed. */
    setTold(told: boolean) {
      isTold = told;
      tries = 0;
      if (told) ask();
      else wait();
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
    },
  };
}
