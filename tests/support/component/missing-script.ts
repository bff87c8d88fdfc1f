import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** The cast is needed because Vitest's type of the session has no methods. */
const session = () => cdp() as unknown as { send: (method: string, input?: object) => Promise<unknown> };

/**
 * Lets a script of ours not arrive, as after a deployment or on a bad connection. Nothing in the test's file may have
 * loaded it before. Chromium does not ask for it again, so it is missing in the rest of the file too.
 */
export async function withhold(script: string): Promise<void> {
  await session().send('Network.enable');
  await session().send('Network.setBlockedURLs', { urls: [`*/${script}*`] });
  // The browser's page is shared with the files that run after this one.
  onTestFinished(async () => {
    await session().send('Network.setBlockedURLs', { urls: [] });
  });
}
