import { logOut, reloadUser } from './authentication.ts';
import { createIdleClock } from './idle-clock.ts';
import { $session, activity } from './session.ts';

/** How often, and at what interval, a page that opens tries to load the account if the server does not answer. */
const attempts = 3;
const attemptEveryMs = 2_000;

/** The idle clock of the customer's session. */
export const idleClock = createIdleClock({
  activity,
  isOpen: () => $session.get() !== null,
  tellServer: () => void reloadUser(),
  end: () => void logOut(),
});

/**
 * Keeps this browser's customer session by the idle clock. Opening the page, and coming back to it, loads the account
 * again; only a server that refuses the session ends it. Returns how to stop.
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
