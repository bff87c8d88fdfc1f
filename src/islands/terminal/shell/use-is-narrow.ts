import { useSyncExternalStore } from 'react';

const query = '(width < 900px)';

function subscribe(changed: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/**
 * Whether the ticket is shown as a sheet. The server cannot know this, so it renders the wide layout, which the styles
 * hide on narrow screens.
 */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
