import type { RefObject } from 'react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { formAliveEvent } from '../../stores/frame/form-alive.ts';

const never = () => () => undefined;

/** Whether React runs the island. Before that it is only markup, and the browser would submit a form itself. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** For a form that may be sent before its island lives: the island's own handler sends what was held until then. */
export function useLivingForm(): { form: RefObject<HTMLFormElement | null>; isAlive: boolean } {
  const form = useRef<HTMLFormElement>(null);
  const isAlive = useIsAlive();
  useEffect(() => {
    if (isAlive) form.current?.dispatchEvent(new Event(formAliveEvent));
  }, [isAlive]);
  return { form, isAlive };
}
