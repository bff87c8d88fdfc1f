import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { OperatorAnswer, OperatorWish } from './operator-message.ts';
import { operatorAnswer, socketPathIn } from './operator-message.ts';

/** Nobody listens there: no server, or one that is not up yet, or that left the file behind. */
const nobody = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL']);

/** Has the server of this data folder carry it out. Null: there is none. */
export async function askServer(dataDir: string, wish: OperatorWish): Promise<OperatorAnswer | null> {
  const path = socketPathIn(dataDir);
  let socket: Socket;
  try {
    socket = await connected(path);
  } catch (fault) {
    const { code = 'no code' } = fault as NodeJS.ErrnoException;
    if (nobody.has(code)) return null;
    return { ok: false, text: `The server cannot be spoken to by ${path}: ${code}. Be the user that it runs as.` };
  }
  socket.write(`${JSON.stringify(wish)}\n`);
  const said = await readText(socket).catch(() => '');
  const answer = operatorAnswer.safeParse(jsonOf(said));
  if (answer.success) return answer.data;
  return { ok: false, text: 'The server ended before it answered. Look whether it was done before you try again.' };
}

/** Whether a process listens there, be it one that may not be spoken to. */
export async function isSomebodyThere(dataDir: string): Promise<boolean> {
  try {
    (await connected(socketPathIn(dataDir))).destroy();
    return true;
  } catch (fault) {
    return !nobody.has((fault as NodeJS.ErrnoException).code ?? '');
  }
}

/** Undefined for what is none. */
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
