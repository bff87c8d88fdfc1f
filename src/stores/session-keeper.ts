import { logOut, reloadUser } from './authentication.ts';
import { createIdleClock } from './idle-clock.ts';
import { $session, activity } from './session.ts';

/** How often, at most, a newly opened page tries to load the account if the server does not answer. */
const attempts = 3;
/** The pause before the next attempt, in milliseconds. */
const attemptEveryMs = 2_000;

/** The idle clock of the customer's session. */
export const idleClock = createIdleClock({
  activity,
  isOpen: () => $session.get() !== null,
  tellServer: () => void reloadUser(),
  end: () => void logOut(),
});

/**
 * Runs the idle clock of the customer's session. Loads the account when the page is opened, and again when the customer
 * comes back to it; only a server that refuses the session ends it. Returns a stop function.
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
