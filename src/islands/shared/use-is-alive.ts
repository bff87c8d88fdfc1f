import type { RefObject } from 'react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { formAliveEvent } from '../../stores/shell/form-alive.ts';

const never = () => () => undefined;

/** Whether the island is hydrated. Before that it is only markup, and the browser would submit a form itself. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * For a form that may be submitted before hydration: the early submission is held, and passed to the island's own
 * handler after hydration.
 */
export function useHydratedForm(): { form: RefObject<HTMLFormElement | null>; isAlive: boolean } {
  const form = useRef<HTMLFormElement>(null);
  const isAlive = useIsHydrated();
  useEffect(() => {
    if (isAlive) form.current?.dispatchEvent(new Event(formAliveEvent));
  }, [isAlive]);
  return { form, isAlive };
}
