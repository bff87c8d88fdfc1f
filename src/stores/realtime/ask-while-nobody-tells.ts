/** Where nobody tells of news, they are asked for after this, and then less and less often. */
const firstWaitMs = 4_000;
const longestWaitMs = 60_000;

const isLookedAt = () => document.visibilityState === 'visible';

export type Asking = ReturnType<typeof askWhileNobodyTells>;

/**
 * Loads what may have changed when it is asked to, and again after a while for as long as nobody tells of news or the
 * last load failed; only while somebody looks, and at once when they look again. `load` answers whether it was loaded.
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
    // A half to a whole of it: all whose line broke at once would ask at once.
    const waitMs = Math.min(firstWaitMs * 2 ** tries, longestWaitMs) * (0.5 + Math.random() / 2);
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

  function look() {
    if (!isLookedAt() || (isTold && isLoaded)) return;
    tries = 0;
    ask();
  }

  document.addEventListener('visibilitychange', look);
  return {
    ask,
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
      document.removeEventListener('visibilitychange', look);
    },
  };
}
