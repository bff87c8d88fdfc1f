import { atom as makeAtom, map as makeMap } from '../../../node_modules/nanostores/index.js';

/**
 * Nanostores for component tests: every store remembers its first value, so that a test finds all of them as a new page
 * would. Stands in for `nanostores` there.
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

/** Puts every store back to its first value. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
