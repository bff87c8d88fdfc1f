import { computed } from 'nanostores';
import { followUser } from '../authentication.ts';
import { $session, forgetSession } from '../session.ts';
import { loadCountries } from './profile.ts';

const $accessToken = computed($session, (session) => session?.access_token ?? null);

/**
 * Loads the countries in a language, and follows the server's pushes about the account. If one of the two fails, the
 * other still works. Returns a function that stops both.
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

/** Loads the socket's script in the background: the page needs it only for pushes. */
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
