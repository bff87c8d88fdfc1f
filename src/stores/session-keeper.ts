import { logOut, reloadUser } from './authentication.ts';
import { createIdleClock } from './idle-clock.ts';
import { $session, activity } from './session.ts';

/** How often, and how far apart, the account is asked for when a page opens and the server does not answer. */
const attempts = 3;
const attemptEveryMs = 2_000;

/** The clock of the customer's session. */
export const idleClock = createIdleClock({
  activity,
  isOpen: () => $session.get() !== null,
  tellServer: () => void reloadUser(),
  end: () => void logOut(),
});

/**
 * Keeps the customer's session of this browser by its clock. Opening a page, and coming back to it, loads the account
 * again; only a server that refuses the session ends it. Returns what stops it.
 */
export function keepSession(page: EventTarget): () => void {
  const stop = idleClock.keep(page);
  void loadAccount(attempts);
  return stop;
}

async function loadAccount(attemptsLeft: number): Promise<void> {
  if (!$session.get()) return;
  const result = await reloadUser();
  if (result.ok || result.problem.code !== 'UNAVAILABLE' || attemptsLeft <= 1) return;
  setTimeout(() => void loadAccount(attemptsLeft - 1), attemptEveryMs);
}
