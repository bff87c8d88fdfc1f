import type { Context } from 'react';
import { use } from 'react';

/** The value of a context that the island always provides. Throws if the component is rendered outside that context. */
export function useRequired<Value>(context: Context<Value | null>): Value {
  const value = use(context);
  if (!value) throw new Error('a part of an island is rendered outside of its context');
  return value;
}
