import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import * as z from 'zod/mini';

/** Nobody listens there: there is no server, it is not up yet, or it left the file behind. */
const nobody = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL']);

/** Has the server of this data folder execute a request. Null: there is none. */
export async function askServer(dataDir: string, request: OperatorRequest): Promise<OperatorAnswer | null> {
  const path = socketPathIn(dataDir);
  let socket: Socket;
  try {
    socket = await connected(path);
  } catch (fault) {
    const { code = 'no code' } = fault as NodeJS.ErrnoException;
    if (nobody.has(code)) return null;
    return { ok: false, text: `The server cannot be spoken to by ${path}: ${code}. Be the user that it runs as.` };
  }
  socket.write(`${JSON.stringify(request)}\n`);
  const said = await readText(socket).catch(() => '');
  const answer = operatorAnswer.safeParse(jsonOf(said));
  if (answer.success) return answer.data;
  return { ok: false, text: 'The server ended before it answered. Look whether it was done before you try again.' };
}

/** Whether a process listens there, even one that this user may not connect to. */
export async function isSomebodyThere(dataDir: string): Promise<boolean> {
  try {
    (await connected(socketPathIn(dataDir))).destroy();
    return true;
  } catch (fault) {
    return !nobody.has((fault as NodeJS.ErrnoException).code ?? '');
  }
}

/** Undefined if the text is no JSON. */
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

/** What a command line sends to the server of the data folder: one line of JSON, which is answered by another. */
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

/** In characters; anything longer is no request. */
export const longestRequest = 1_000_000;

/** Only the owner may connect: whoever could, could read the database as well. */
export const socketMode = 0o600;

/** The socket on which a server listens to operators on its machine. */
export function socketPathIn(dataDir: string): string {
  return join(dataDir, 'operator.sock');
}
