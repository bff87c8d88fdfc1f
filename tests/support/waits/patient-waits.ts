import { vi } from 'vitest';

/**
 * `vi.waitFor` gives up after a second, which a busy machine may take for anything; the polls of `expect` are told in
 * vitest.config.ts.
 */
const patienceMs = 10_000;

const { waitFor } = vi;
vi.waitFor = (look, options) => waitFor(look, options ?? { timeout: patienceMs });
