import { persistentAtom } from '@nanostores/persistent';

/** When somebody last did something, in any tab of this browser. */
export interface Activity {
  /** Notes that somebody did something, for all tabs; unix milliseconds. */
  mark: (nowMs: number) => void;
  /** Calls back when somebody did, in this tab or another; returns what stops it. */
  listen: (listener: () => void) => () => void;
  /** Unix milliseconds; 0 when that is not known. */
  lastMs: () => number;
}

/** What is kept under a key of the browser's storage, as text. */
export function createActivity(storageKey: string): Activity {
  const $activeAt = persistentAtom<string>(storageKey, '0');
  return {
    mark: (nowMs) => $activeAt.set(String(nowMs)),
    listen: (listener) => $activeAt.listen(listener),
    lastMs: () => Number($activeAt.get()) || 0,
  };
}
