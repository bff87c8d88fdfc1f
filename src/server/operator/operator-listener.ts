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
   * Notifies the followers of accounts in this process of what operators have done since an instant, in unix
   * milliseconds.
   */
  tellSince: (sinceMs: number) => Promise<void>;
}

export interface OperatorSocket {
  /** Listens, unless another process does. */
  start: () => Promise<void>;
  /** Finishes what is under way, and accepts nothing more. */
  stop: () => Promise<void>;
}

/** Commands that take longer are abandoned: whoever stops the server waits 10 seconds at most. */
const patienceMs = 3_000;

/** The limit for socket paths on every system; the whole path has to fit. */
const longestPath = 100;

/**
 * Executes commands of operators on this machine, by a socket in the data folder that only the server's user can open:
 * for the embedded database, which only one process can open, and for what needs the prices of this process.
 */
export function createOperatorSocket<Live, Settings extends SiteSettings>(
  parts: OperatorSocketParts<Live, Settings>,
): OperatorSocket {
  const { config, logger } = parts;
  const path = socketPathIn(config.dataDir);
  const taker = createTaker(parts);
  let server: Server | undefined;

  return {
    async start() {
      const fits = path.length <= longestPath;
      if (fits && (await isSomebodyThere(config.dataDir))) {
        logger.warn({ path }, "another server already listens on the operators' socket: this one does not");
        return;
      }
      // After listening: commands in this folder are about the site of the server that has it.
      await keepSiteUrl(config).catch((fault: unknown) =>
        logger.warn({ err: fault }, "the address of the site could not be stored for operators' commands"),
      );
      if (!fits) {
        logger.warn({ path }, "the path is too long for a socket: operators' commands cannot reach this server");
        return;
      }
      const listener = createServer((socket) => taker.take(socket));
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
      await taker.end();
      await closed;
    },
  };
}

/**
 * Answers the first line of each connection. `end` waits a limited time for what is under way, and closes all
 * connections.
 */
function createTaker<Live, Settings extends SiteSettings>(parts: OperatorSocketParts<Live, Settings>) {
  const underWay = new Set<Promise<void>>();
  const open = new Set<Socket>();

  return {
    take(socket: Socket): void {
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

/** Nobody else may connect, not even for a moment, so the mode is set by umask before it is set by chmod. */
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
    return { ok: false, text: 'This server does not understand this command line: are both of one version?' };
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
    return { ok: false, text: text ?? 'It failed, and changed nothing. The log of the server says why.' };
  } finally {
    await tellSince(sinceMs).catch((fault: unknown) =>
      logger.error({ err: fault }, "an operator's change could not be announced in this server"),
    );
  }
}

const answerOf = ({ data: _, ...outcome }: CommandOutcome): OperatorAnswer => outcome;
