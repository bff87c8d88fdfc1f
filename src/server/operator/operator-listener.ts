import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OperatorAnswer } from './ask-server.ts';
import { isSomebodyThere, jsonOf, longestRequest, operatorRequest, socketMode, socketPathIn } from './ask-server.ts';
import type { Area, OperatorParts } from './command.ts';
import type { SiteSettings } from './known-site.ts';
import { keepSiteUrl } from './known-site.ts';
import { inWords } from './operator-faults.ts';
import type { CommandOutcome } from './outcome.ts';
import { understand } from './understand.ts';

export interface OperatorSocketParts<Live, Settings extends SiteSettings> extends Omit<
  OperatorParts<Live, Settings>,
  'actor' | 'cwd'
> {
  areas: readonly Area<OperatorParts<Live, Settings>>[];
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /**
   * Tells the followers of accounts in this process what operators have changed since an instant, in unix milliseconds.
   */
  tellSince: (sinceMs: number) => Promise<void>;
}

export interface OperatorSocket {
  /** Listens on the socket, unless another process does. */
  start: () => Promise<void>;
  /** Accepts no more commands, and finishes those under way within a time limit. */
  stop: () => Promise<void>;
}

/**
 * How long a stopping server waits for commands. Longer ones are abandoned, because a stop takes 10 seconds at most.
 */
const patienceMs = 3_000;

/** Socket paths of this length, in characters, work on every system. */
const longestPath = 100;

/**
 * Executes operators' commands, which arrive on a socket in the data folder that only the server's user can open. This
 * is needed for the embedded database, which only one process can open, and for commands that need the prices of this
 * process.
 */
export function createOperatorSocket<Live, Settings extends SiteSettings>(
  parts: OperatorSocketParts<Live, Settings>,
): OperatorSocket {
  const { config, logger } = parts;
  const path = socketPathIn(config.dataDir);
  const connections = createConnections(parts);
  let server: Server | undefined;

  return {
    async start() {
      const fits = path.length <= longestPath;
      if (fits && (await isSomebodyThere(config.dataDir))) {
        logger.warn({ path }, "another server already listens on the operators' socket: this one does not");
        return;
      }
      // Only after the check above, because commands in this folder use the site address of the server that owns the
      // folder.
      await keepSiteUrl(config).catch((fault: unknown) =>
        logger.warn({ err: fault }, "the address of the site could not be stored for operators' commands"),
      );
      if (!fits) {
        logger.warn({ path }, "the path is too long for a socket: operators' commands cannot reach this server");
        return;
      }
      const listener = createServer((socket) => connections.accept(socket));
      try {
        await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
        await rm(path, { force: true });
        await listenPrivately(listener, path);
        server = listener;
      } catch (fault) {
        logger.warn({ err: fault, path }, "operators' commands cannot reach this server");
      }
    },
    async stop() {
      const closed = server && once(server, 'close');
      server?.close();
      await connections.end();
      await closed;
    },
  };
}

/**
 * Accepts connections, and executes the first line of each as a command. `end` waits a limited time for commands under
 * way, and then closes all connections.
 */
function createConnections<Live, Settings extends SiteSettings>(parts: OperatorSocketParts<Live, Settings>) {
  const underWay = new Set<Promise<void>>();
  const open = new Set<Socket>();

  return {
    accept(socket: Socket): void {
      open.add(socket);
      socket.once('close', () => open.delete(socket)).on('error', () => undefined);
      let length = 0;
      socket.on('data', (piece: Buffer) => {
        length += piece.length;
        if (length > longestRequest) socket.destroy();
      });
      createInterface(socket).once('line', (line) => {
        const answering = answer(parts, line).then((said) => void socket.end(`${JSON.stringify(said)}\n`));
        underWay.add(answering);
        void answering.finally(() => underWay.delete(answering));
      });
    },
    async end() {
      await Promise.race([Promise.allSettled(underWay), delay(patienceMs, undefined, { ref: false })]);
      open.forEach((socket) => socket.destroySoon());
    },
  };
}

/** Nobody else may connect, not even for a moment, so umask restricts the mode before chmod sets it. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const before = process.umask(0o777 - socketMode);
  const listening = once(server, 'listening');
  server.listen(path);
  process.umask(before);
  await listening;
  await chmod(path, socketMode);
}

async function answer<Live, Settings extends SiteSettings>(
  parts: OperatorSocketParts<Live, Settings>,
  line: string,
): Promise<OperatorAnswer> {
  const { areas, logger, runtime, tellSince, ...operating } = parts;
  const request = operatorRequest.safeParse(jsonOf(line));
  if (!request.success)
    return { ok: false, text: 'The server does not understand this command. Are both the same version?' };
  const { args, actor, cwd } = request.data;
  const understood = understand(areas, args);
  if (!understood.ok) return answerOf(understood.outcome);
  const sinceMs = runtime.now();
  try {
    return answerOf(await understood.work({ ...operating, runtime, actor, cwd }));
  } catch (fault) {
    const text = inWords(fault);
    if (text === null)
      logger.error({ err: fault, actor, area: args[0], command: args[1] }, "an operator's command failed");
    return { ok: false, text: text ?? 'The command failed and changed nothing. The server log says why.' };
  } finally {
    await tellSince(sinceMs).catch((fault: unknown) =>
      logger.error({ err: fault }, "an operator's change could not be announced in this server"),
    );
  }
}

const answerOf = ({ data: _, ...outcome }: CommandOutcome): OperatorAnswer => outcome;
