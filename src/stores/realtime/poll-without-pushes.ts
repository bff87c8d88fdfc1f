/** The first interval of polling, in milliseconds, unless the caller has another; it doubles with every poll. */
const usualFirstWaitMs = 4_000;
/** The longest interval of polling, in milliseconds. */
const longestWaitMs = 60_000;

const isPageVisible = () => document.visibilityState === 'visible';

export type Polling = ReturnType<typeof pollWithoutPushes>;

/**
 * Loads on request, and polls while there are no pushes or the last load failed. Polls only while the page is visible,
 * and at once when it becomes visible again. `load` resolves to true if it worked.
 */
export function pollWithoutPushes(load: () => Promise<boolean>, { firstWaitMs = usualFirstWaitMs } = {}) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isPushed = false;
  let isLoaded = false;
  let isOver = false;

  function wait() {
    clearTimeout(timer);
    if (isOver || (isPushed && isLoaded)) return;
    // A random half to whole of the interval, so that clients that lost their connection together do not poll together.
    const waitMs = Math.min(firstWaitMs * 2 ** tries, longestWaitMs) * (0.5 + Math.random() / 2);
    tries += 1;
    // While the page is hidden, the chain of polls stops; `visibilitychange` restarts it.
    timer = setTimeout(() => {
      if (isPageVisible()) poll();
    }, waitMs);
  }

  function poll() {
    clearTimeout(timer);
    void load().then((loaded) => {
      isLoaded = loaded;
      wait();
    });
  }

  function check() {
    if (!isPageVisible() || (isPushed && isLoaded)) return;
    tries = 0;
    poll();
  }

  document.addEventListener('visibilitychange', check);
  return {
    poll,
    /** Sets whether a connection delivers pushes. After a reconnect it loads at once, because pushes were missed. */
    setPushed(pushed: boolean) {
      isPushed = pushed;
      tries = 0;
      if (pushed) poll();
      else wait();
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
    },
  };
}
