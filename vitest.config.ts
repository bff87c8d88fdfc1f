import { defineConfig } from 'vitest/config';

/**
 * `unit` mirrors src; `flows` drives the server through its public face. Flows run on in-memory PGlite, and on real
 * PostgreSQL when TEST_DATABASE_URL names one.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/{lib,server,stores}/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'flows',
          include: ['tests/flows/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
