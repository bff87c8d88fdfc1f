import { computed } from 'nanostores';
import { followUser } from '../authentication.ts';
import { $session, forgetSession } from '../session.ts';
import { loadCountries } from './profile.ts';

const $accessToken = computed($session, (session) => session?.access_token ?? null);

/**
 * Brings the account's pages to life: the countries in a language, and what the broker changes of the account while
 * they are looked at. A part that fails is that part alone. Returns how to stop.
 */
export function startAccountPages(lang: string): () => void {
  let stopFollowing: (() => void) | undefined;
  const stopSession = $accessToken.subscribe((accessToken) => {
    stopFollowing?.();
    stopFollowing = accessToken === null ? undefined : followAccount(accessToken);
    if (accessToken !== null) void loadCountries(lang);
  });
  return () => {
    stopSession();
    stopFollowing?.();
  };
}

/** The page does not wait for the socket's script: nothing on it needs it but the news. */
function followAccount(accessToken: string): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  void import('../connection.ts')
    .then(({ openCustomerLine }) => {
      if (isOver) return;
      const line = openCustomerLine(accessToken, forgetSession, { page: window });
      followUser(line);
      stop = line.close;
    })
    // Where the script cannot be loaded the account is loaded again with the next page.
    .catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
}
