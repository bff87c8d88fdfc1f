import type { Area, TypedCommand } from '../../src/server/operator/command.ts';
import { commandIn, understandIn } from '../../src/server/operator/understand.ts';

/**
 * Parses what was typed after the name of an area, and returns the values that its command receives, or the first line
 * of the error.
 */
export function readTyped(
  area: Area<never> & { commands: readonly TypedCommand<object, never>[] },
  typed: readonly string[],
): object | string | undefined {
  const understood = understandIn(area, typed);
  if (!understood.ok) return understood.outcome.text.split('\n')[0];
  const { command, rest } = commandIn(area, typed);
  const read = command?.readValues(rest);
  return read?.ok ? { kind: command?.name, ...read.value } : undefined;
}
