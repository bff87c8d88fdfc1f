import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the island is more than the server's markup. Before, the browser would do itself what its scripts are for. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
