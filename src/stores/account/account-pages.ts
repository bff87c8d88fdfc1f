import { computed } from 'nanostores';
import { followUser } from '../authentication.ts';
import { $session, forgetSession } from '../session.ts';
import { loadCountries } from './profile.ts';

const $accessToken = computed($session, (session) => session?.access_token ?? null);

/**
 * Starts what the account's pages need: the countries in a language, and pushes when the broker changes the account.
 * Each part fails on its own. Returns how to stop.
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

/** The page does not wait for the socket's script, which it needs only for pushes. */
function followAccount(accessToken: string): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  void import('../connection.ts')
    .then(({ openCustomerConnection }) => {
      if (isOver) return;
      const connection = openCustomerConnection(accessToken, forgetSession, { page: window });
      followUser(connection);
      stop = connection.close;
    })
    // If the script cannot be loaded, the next page loads the account anyway.
    .catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
}
