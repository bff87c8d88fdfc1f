import type { Config } from '../../../src/server/config.ts';
import { parseConfig } from '../../../src/server/config.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { understandIn } from '../../../src/server/operator/understand.ts';
import type { CommandOutcome } from '../../../src/server/operator/outcome.ts';
import { transactionsArea } from '../../../src/server/payments/commands/transaction-commands.ts';
import type { Runtime } from '../../../src/server/runtime.ts';
import { siteUrl } from './tell-by-mail.ts';

export interface TypingParts {
  database: Database;
  runtime: Runtime;
  /** `ada`, where nothing else is said. */
  operator?: string;
  env?: Record<string, string>;
}

/** What the server is configured with that operators type beside. */
export function typingConfig(env: Record<string, string> = {}): Config {
  const parsed = parseConfig({ SITE_URL: siteUrl, PAYMENTS_SANDBOX: 'on', ...env });
  if (!parsed.ok) throw new Error('The configuration of the tests is wrong');
  return parsed.config;
}

/** Does what an operator types behind `npm run operator -- transactions`, on a database that is open. */
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
  const understood = understandIn(transactionsArea, args);
  return understood.ok ? understood.work(parts) : understood.outcome;
}
