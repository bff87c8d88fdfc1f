import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../src/server/logger.ts';
import { openSite } from '../../src/server/open-site.ts';
import { makeFakeSite } from '../support/fake-site.ts';
import { testConfig } from '../support/test-app.ts';
import { createTestRuntime } from '../support/test-runtime.ts';

let dataDir: string;
let site: Awaited<ReturnType<typeof makeFakeSite>>;

beforeEach(async () => {
  [dataDir, site] = await Promise.all([mkdtemp(join(tmpdir(), 'open-site-')), makeFakeSite()]);
});
afterEach(() => Promise.all([site.remove(), rm(dataDir, { recursive: true })]));

test('nothing is published before the market is open, however long that takes; its failure is not blamed on the content', async () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  const parts = { config: testConfig(dataDir), runtime: createTestRuntime(), logger, distDir: site.distDir };
  const market = Promise.reject(new Error('there is no market'));
  const faults = await Promise.allSettled([market, openSite(parts, market)]);
  expect(faults[1]).toMatchObject({ status: 'rejected', reason: { message: 'there is no market' } });
  expect(lines).toEqual([]);
});
