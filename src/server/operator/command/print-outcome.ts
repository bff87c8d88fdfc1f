import type { CommandOutcome } from './operate.ts';

/** What customers and providers wrote is printed too: nothing of it may steer a terminal or turn the order of what stands there. */
const steering = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** Prints an outcome and leaves its exit code to the process. */
export function report(outcome: CommandOutcome): void {
  const { ok, text, isResult = ok } = outcome;
  (isResult ? process.stdout : process.stderr).write(`${text.replaceAll(steering, '\uFFFD')}\n`);
  process.exitCode = exitCodeOf(outcome);
}

/** 0 done, 1 refused or a bad result, 2 not understood. */
export function exitCodeOf({ ok, isMisread = false }: CommandOutcome): number {
  return ok ? 0 : isMisread ? 2 : 1;
}

/** The same for programs: they read one object, whatever came of it. Money is in minor units, instants are ISO 8601. */
export function inJson({ ok, text, data, isResult = ok, ...outcome }: CommandOutcome): CommandOutcome {
  const isData = isResult || data !== undefined;
  const said = isData ? { ok, data: data ?? { text } } : { ok, why: text };
  return { ...outcome, ok, text: JSON.stringify(said, null, 2), isResult: true, isJson: true };
}
