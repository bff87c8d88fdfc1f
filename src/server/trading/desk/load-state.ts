import type { Queries } from '../../db/database.ts';
import type { PositionKeys } from './desk-rows.ts';
import { loadAutoPositions, loadPositions, lockAccount, lockFreeAccounts } from './desk-rows.ts';
import type { CommandRun, DeskState, LockedAccount } from './desk-state.ts';
import { autoKey, requestKey } from './desk-state.ts';

/** Locks the accounts of a run and loads the rows that its commands may need. */
export async function loadState(connection: Queries, run: CommandRun): Promise<DeskState> {
  const accounts = await lock(connection, run);
  const positions = await loadPositions(connection, positionKeys(run));
  const auto = await loadAutoPositions(connection, autoKeys(run));
  const state: DeskState = {
    accounts: new Map(accounts.map((account) => [account.id, account])),
    positions: new Map(positions.map((position) => [position.id, position])),
    requests: new Map(),
    auto: new Map(auto.map((position) => [autoKey(position), position])),
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

// Read after the locks and by a separate statement: only then does it see what the last holder of each lock committed.
function positionKeys({ commands, again }: CommandRun): PositionKeys {
  const keys: PositionKeys = { ids: [], requests: [] };
  for (const command of commands) {
    if (command.kind !== 'open' && command.kind !== 'openForStrategy') {
      keys.ids.push(command.order.id);
      continue;
    }
    if (again) keys.ids.push(command.positionId);
    const requestId = command.kind === 'open' ? command.order.requestId : null;
    if (requestId !== null) keys.requests.push({ accountId: command.accountId, requestId });
  }
  return keys;
}

function autoKeys({ commands }: CommandRun): { accountId: number; symbol: string }[] {
  return commands.flatMap((command) =>
    command.kind === 'openForStrategy' ? [{ accountId: command.accountId, symbol: command.order.symbol }] : [],
  );
}
