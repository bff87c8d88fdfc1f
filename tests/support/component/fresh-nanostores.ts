import { atom as makeAtom, map as makeMap } from '../../../node_modules/nanostores/index.js';

/**
 * Replaces `nanostores` in component tests: every store remembers its first value, so that each test starts with the
 * stores of a new page.
 */
export * from '../../../node_modules/nanostores/index.js';

const resets: (() => void)[] = [];

export function atom<Value>(...initial: [] | [Value]) {
  const store = makeAtom(...(initial as [Value]));
  resets.push(() => store.set(initial[0] as Value));
  return store;
}

export function map<Value extends object>(initial?: Value) {
  const store = makeMap(initial);
  resets.push(() => store.set(initial ?? {}));
  return store;
}

/** Resets every store to its first value. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
