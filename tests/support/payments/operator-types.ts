import type { Config } from '../../../src/server/config.ts';
import { parseConfig } from '../../../src/server/config.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { areas } from '../../../src/server/operator-desk.ts';
import { understandIn } from '../../../src/server/operator/understand.ts';
import type { CommandOutcome } from '../../../src/server/operator/outcome.ts';
import type { Runtime } from '../../../src/server/runtime.ts';
import { siteUrl } from './settling-parts.ts';

export interface TypingParts {
  database: Database;
  runtime: Runtime;
  /** `ada` by default. */
  operator?: string;
  env?: Record<string, string>;
}

/** The configuration of the server that the operators' commands belong to. */
export function typingConfig(env: Record<string, string> = {}): Config {
  const parsed = parseConfig({ SITE_URL: siteUrl, PAYMENTS_SANDBOX: 'on', ...env });
  if (!parsed.ok) throw new Error('The configuration of the tests is wrong');
  return parsed.config;
}

function transactionsArea() {
  const area = areas.find(({ name }) => name === 'transactions');
  if (!area) throw new Error('There is no area of transactions');
  return area;
}

/** Runs what an operator types after `npm run operator -- transactions`, on an open database. */
export async function typeTransactions(
  { database, runtime, operator = 'ada', env = {} }: TypingParts,
  args: readonly string[],
): Promise<CommandOutcome> {
  const parts = {
    config: typingConfig(env),
    database,
    runtime,
    actor: `operator:${operator}`,
    cwd: '/',
    live: null,
  } as const;
  const understood = understandIn(transactionsArea(), args);
  return understood.ok ? understood.work(parts) : understood.outcome;
}
