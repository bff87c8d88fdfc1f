import { vi } from 'vitest';

/**
 * `vi.waitFor` gives up after one second, which is too short on a busy machine. The timeout of `expect.poll` is set in
 * vitest.config.ts.
 */
const patienceMs = 10_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: patienceMs });
