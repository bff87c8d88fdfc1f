import { persistentAtom } from '@nanostores/persistent';
import { storageKeys } from '../../lib/contract/session.ts';

/** More people than share a browser. */
const mostKept = 20;

/** The customers who have hidden the first steps in this browser, by `uniqid`, the newest last. */
export const $hiddenSteps = persistentAtom<readonly string[]>(storageKeys.firstSteps, [], {
  encode: (ids) => ids.join(' '),
  decode: (stored) => stored.split(' ').filter(Boolean),
});

/** Hides the first steps of a customer for good. */
export function hideSteps(uniqid: string): void {
  const others = $hiddenSteps.get().filter((id) => id !== uniqid);
  $hiddenSteps.set([...others, uniqid].slice(-mostKept));
}
