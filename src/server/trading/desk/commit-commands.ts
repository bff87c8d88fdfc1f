import type { TradingLimits } from '../../../lib/trading/limits.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database, Queries } from '../../db/database.ts';
import { longestLockWait } from '../../db/lock-wait.ts';
import type { Runtime } from '../../runtime.ts';
import type { DeskCommand, DeskResult } from '../desk-command.ts';
import { saveAutoDays } from '../auto-book-rows.ts';
import type { PositionWatch } from '../position-watch.ts';
import type { TradingMarket } from '../trading-market.ts';
import { decideChange } from './decide-changes.ts';
import { decideOrder, decideStrategyOrder } from './decide-openings.ts';
import { loadState, writeChanges } from './desk-rows.ts';
import type { CommandRun, DecisionFacts, DeskChanges, DeskState, DueTriggers } from './desk-state.ts';
import { noChanges } from './desk-state.ts';

export interface CommitContext {
  database: Database;
  market: TradingMarket;
  runtime: Runtime;
  limits: TradingLimits;
  /** The version of the rule by which auto trading trades: without consent to it, it does nothing for an account. */
  autoRuleVersion: string;
  due: DueTriggers;
  watch: PositionWatch;
}

export interface Committed {
  /**
   * In the order of the commands. Null if the command was not decided because another transaction has locked its
   * account.
   */
  results: (DeskResult | null)[];
  /** Accounts whose positions or balance changed. */
  changed: number[];
  /** Accounts that were told of something. */
  noticed: number[];
}

/**
 * Forces index scans. Otherwise the planner would keep plans made while the tables were small, and scan them in full
 * long after they have grown.
 */
const byIndex = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };

/**
 * Decides and writes a run in one database transaction: locks the accounts, loads the rows that the commands may need,
 * decides each command on the state that the earlier commands left, writes all changes, and commits. Throws if nothing
 * was committed or if the outcome is unknown.
 */
export async function commitCommands(context: CommitContext, run: CommandRun): Promise<Committed> {
  const settings = run.waitForLock ? { ...byIndex, ...longestLockWait } : byIndex;
  const changes = noChanges();
  let results: (DeskResult | null)[];
  try {
    results = await context.database.transaction(
      (connection) => decideRun(connection, run, context, changes),
      settings,
    );
  } catch (fault) {
    for (const { position } of [...changes.opened, ...changes.changed.values()]) context.watch.unsure(position);
    throw fault;
  }
  conclude(context, changes);
  const noticed = [...new Set(changes.notices.map(({ accountId }) => accountId))];
  return { results, changed: Array.from(changes.accounts, ({ id }) => id), noticed };
}

async function decideRun(
  connection: Queries,
  run: CommandRun,
  { market, runtime, limits, autoRuleVersion, due, watch }: CommitContext,
  changes: DeskChanges,
): Promise<(DeskResult | null)[]> {
  const state = await loadState(connection, run, autoRuleVersion);
  const now = new Date(runtime.now());
  const facts = { market, limits, due, now, elapsedMs: runtime.elapsedMs(), newId: runtime.newId };
  const results = run.commands.map((command) =>
    state.accounts.has(command.accountId) ? decideCommand(state, command, facts, changes) : null,
  );
  // Must run in the same turn of the event loop as the decisions, so the next quote is checked against them.
  announce(watch, changes);
  if (changes.accounts.size > 0) await writeChanges(connection, changes, { now, feedName: market.feed.name });
  if (changes.autoDays.size > 0) await saveAutoDays(connection, changes.autoDays);
  for (const record of changes.audits) await writeAudit(connection, record);
  return results;
}

/**
 * Decides one command whose account is locked. Either updates `state` and adds to `changes`, or refuses and does
 * neither.
 */
export function decideCommand(
  state: DeskState,
  command: DeskCommand,
  facts: DecisionFacts,
  changes: DeskChanges,
): DeskResult {
  const account = state.accounts.get(command.accountId);
  if (!account) throw new Error(`Account ${command.accountId} is not locked`);
  const deciding = { account, state, facts, changes };
  if (command.kind === 'open') return decideOrder(deciding, command);
  if (command.kind === 'openForStrategy') return decideStrategyOrder(deciding, command);
  return decideChange(deciding, command);
}

function announce(watch: PositionWatch, { opened, changed, verified }: DeskChanges): void {
  for (const { position } of opened) watch.decided(position, null);
  for (const { position, stored } of changed.values()) {
    if (position.closedAt === null) watch.decided(position, stored);
  }
  for (const position of verified) if (!changed.has(position.id)) watch.verified(position);
}

/** Settles the triggers and updates the watch, once the commit has succeeded. */
function conclude({ due, watch }: CommitContext, { opened, changed, settled, gone }: DeskChanges): void {
  for (const [id, quotes] of settled) due.settle(id, quotes);
  for (const { position } of [...opened, ...changed.values()]) {
    if (position.closedAt === null) watch.committed(position);
    else watch.gone(position.id);
  }
  // If an opening is retried, a trigger in the same run may not have found the position that the run then opened.
  for (const id of gone) if (!opened.some(({ position }) => position.id === id)) watch.gone(id);
}
