import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Gives the memory of this thread's garbage back. For a thread that has done much at once and may now be idle for
 * hours: V8 collects only when more is allocated. Blocks the thread, so it is not for the main one.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc') as () => void;
  collect();
}
