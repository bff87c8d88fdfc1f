import type { Area, TypedCommand } from '../../src/server/operator/command.ts';
import { commandIn, understandIn } from '../../src/server/operator/understand.ts';

/**
 * What was typed after the name of an area, parsed as its command receives it; or the first line of the error if it was
 * not understood.
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
