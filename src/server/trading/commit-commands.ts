import type { TradingLimits } from '../../lib/trading/limits.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { DeskChanges, DeskState, LockedAccount } from './decide-commands.ts';
import { decideCommand, requestKey } from './decide-commands.ts';
import type { DeskCommand, DeskResult } from './desk-command.ts';
import type { PositionKeys } from './desk-rows.ts';
import { loadPositions, lockAccount, lockFreeAccounts, writeChanges } from './desk-rows.ts';
import type { TradingMarket } from './trading-market.ts';

export interface CommitContext {
  database: Database;
  market: TradingMarket;
  runtime: Runtime;
  limits: TradingLimits;
}

/** A run of commands, all of them of one account where it is to wait for the account's lock. */
export interface CommandRun {
  commands: readonly DeskCommand[];
  waitForLock: boolean;
  /** Commands that were tried before: what they opened may be there already. */
  again: boolean;
}

export interface Committed {
  /** In the order of the commands; null where the account is held by another transaction and nothing was decided. */
  results: (DeskResult | null)[];
  /** Accounts whose positions or balance changed. */
  changed: number[];
}

/**
 * Every row is met by its index. Left to itself the planner keeps what it planned for tables that were small when the process
 * started, and reads them whole long after they have grown.
 */
const byIndex = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };
/** A wait for a lock ends here: before the browser gives up on its answer. */
const longestWait = { lock_timeout: '5s' };

/**
 * Decides and writes a run in one database transaction: locks the accounts, loads what the commands may meet, decides each in
 * turn on what the ones before it left, writes all of it in one statement, commits. Throws when nothing was committed, or
 * when nobody knows.
 */
export function commitCommands(context: CommitContext, run: CommandRun): Promise<Committed> {
  const settings = run.waitForLock ? { ...byIndex, ...longestWait } : byIndex;
  return context.database.transaction(async (connection) => {
    const state = await loadState(connection, run);
    const now = new Date(context.runtime.now());
    const changes: DeskChanges = { opened: [], closed: [], entries: [], accounts: new Set() };
    const results = run.commands.map((command) =>
      state.accounts.has(command.accountId) ? decideCommand(state, command, { ...context, now }, changes) : null,
    );
    if (changes.accounts.size > 0) await writeChanges(connection, changes, now);
    return { results, changed: Array.from(changes.accounts, ({ id }) => id) };
  }, settings);
}

async function loadState(connection: Queries, run: CommandRun): Promise<DeskState> {
  const accounts = await lock(connection, run);
  const positions = await loadPositions(connection, positionKeys(run));
  const state: DeskState = {
    accounts: new Map(accounts.map((account) => [account.id, account])),
    positions: new Map(positions.map((position) => [position.id, position])),
    requests: new Map(),
  };
  for (const position of positions) {
    if (position.requestId !== null) state.requests.set(requestKey(position.accountId, position.requestId), position);
  }
  return state;
}

async function lock(connection: Queries, { commands, waitForLock }: CommandRun): Promise<LockedAccount[]> {
  if (!waitForLock) return lockFreeAccounts(connection, [...new Set(commands.map(({ accountId }) => accountId))]);
  const accountId = commands[0]?.accountId;
  if (accountId === undefined) return [];
  const accounts = await lockAccount(connection, accountId);
  if (accounts.length === 0) throw new Error(`There is no account ${accountId}`);
  return accounts;
}

// Read after the locks, by a statement of its own: only then does it see what the last holder of each lock committed.
function positionKeys({ commands, again }: CommandRun): PositionKeys {
  const keys: PositionKeys = { ids: [], requests: [] };
  for (const command of commands) {
    if (command.kind === 'close') {
      keys.ids.push(command.order.id);
    } else {
      if (again) keys.ids.push(command.positionId);
      const { requestId } = command.order;
      if (requestId !== null) keys.requests.push({ accountId: command.accountId, requestId });
    }
  }
  return keys;
}
