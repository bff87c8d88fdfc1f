import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import * as z from 'zod/mini';

/**
 * Errors which mean that nobody listens on the socket: no server runs, it is not up yet, or it left the file behind.
 */
const nobody = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL']);

/** Lets the server of this data folder execute a request; null if no server runs. */
export async function askServer(dataDir: string, request: OperatorRequest): Promise<OperatorAnswer | null> {
  const path = socketPathIn(dataDir);
  let socket: Socket;
  try {
    socket = await connected(path);
  } catch (fault) {
    const { code = 'no code' } = fault as NodeJS.ErrnoException;
    if (nobody.has(code)) return null;
    return {
      ok: false,
      text: `The server cannot be reached at ${path}: ${code}. Run this as the user that the server runs as.`,
    };
  }
  socket.write(`${JSON.stringify(request)}\n`);
  const said = await readText(socket).catch(() => '');
  const answer = operatorAnswer.safeParse(jsonOf(said));
  if (answer.success) return answer.data;
  return {
    ok: false,
    text: 'The server ended before it answered. Check whether the change was made before you try again.',
  };
}

/** Whether a process listens on the socket of the data folder, even if this user may not connect to it. */
export async function isSomebodyThere(dataDir: string): Promise<boolean> {
  try {
    (await connected(socketPathIn(dataDir))).destroy();
    return true;
  } catch (fault) {
    return !nobody.has((fault as NodeJS.ErrnoException).code ?? '');
  }
}

/** Parses JSON; undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function connected(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => resolve(socket.off('error', reject)));
    socket.once('error', reject);
  });
}

/**
 * What an operator's command line sends to the server of the data folder: one line of JSON. The answer is one line,
 * too.
 */
export const operatorRequest = z.object({
  args: z.array(z.string()),
  actor: z.templateLiteral(['operator:', z.string()]),
  /** The working directory of the command line. */
  cwd: z.string(),
});
export type OperatorRequest = z.infer<typeof operatorRequest>;

/** The server's answer: a `CommandOutcome` to print. */
export const operatorAnswer = z.object({
  ok: z.boolean(),
  text: z.string(),
  isResult: z.optional(z.boolean()),
  isMisread: z.optional(z.boolean()),
  isJson: z.optional(z.boolean()),
});
export type OperatorAnswer = z.infer<typeof operatorAnswer>;

/** In characters; a connection that sends more is closed. */
export const longestRequest = 1_000_000;

/** Only the owner may connect, because a connection gives access to everything in the database. */
export const socketMode = 0o600;

/** The path of the socket on which a server listens to operators on its machine. */
export function socketPathIn(dataDir: string): string {
  return join(dataDir, 'operator.sock');
}
