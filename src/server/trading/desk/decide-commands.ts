import type { DeskCommand, DeskResult } from '../desk-command.ts';
import { decideChange } from './decide-changes.ts';
import { decideOrder, decideStrategyOrder } from './decide-openings.ts';
import type { DecisionFacts, DeskChanges, DeskState } from './desk-state.ts';

/**
 * Decides one command whose account is locked. It either changes the state and adds to the changes, or refuses and does
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
