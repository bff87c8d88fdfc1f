import { join } from 'node:path';
import * as z from 'zod/mini';

/** What a command line sends to the server that has the data folder: one line of JSON, which is answered by one. */
export const operatorWish = z.object({
  args: z.array(z.string()),
  actor: z.templateLiteral(['operator:', z.string()]),
  /** Where it was typed. */
  cwd: z.string(),
});
export type OperatorWish = z.infer<typeof operatorWish>;

/** What the server answers: a `CommandOutcome` to be printed. */
export const operatorAnswer = z.object({
  ok: z.boolean(),
  text: z.string(),
  isResult: z.optional(z.boolean()),
  isMisread: z.optional(z.boolean()),
  isJson: z.optional(z.boolean()),
});
export type OperatorAnswer = z.infer<typeof operatorAnswer>;

/** Characters; what is longer is no wish. */
export const longestWish = 1_000_000;

/** Only its owner may speak to it: whoever could, could read the database as well. */
export const socketMode = 0o600;

/** Where a server listens to operators on its machine. */
export function socketPathIn(dataDir: string): string {
  return join(dataDir, 'operator.sock');
}
