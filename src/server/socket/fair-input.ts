import { WebSocket, WebSocketServer } from 'ws';
import type { ServerOptions } from 'ws';
import { createTurns } from '../throttle/turns.ts';

/** What a page sends comes at once: it connects, looks, and trades by hand. Beyond that a connection waits its turn. */
const mostCredit = 64;
const creditsASecond = 20;
/** So long the server works on messages that wait, and so long it then does something else. */
const sliceMs = 0.25;
const restMs = 2;
/** A connection whose answers wait for their reader is not read on before these have left. */
const mostUnsentBytes = 64 * 1024;
const lookAgainMs = 20;

/** A message that waits. */
interface Held {
  connection: WebSocket;
  pass: () => void;
}

/**
 * A WebSocket server for Socket.IO that takes no more from a flood than there is time for. A connection that sends more than its credit is not
 * read on, and its messages wait: a small slice of the time is theirs, in turn by connection, so that none is lost and everybody else's come
 * through at once.
 */
export function createFairInput() {
  const waiting = createTurns<WebSocket, Held>();
  /** Those whose answers have to leave first. */
  const stuck = new Map<WebSocket, Held[]>();
  let isPlanned = false;

  const isHeld = (connection: WebSocket) => waiting.sizeOf(connection) > 0 || stuck.has(connection);

  function hold(held: Held): void {
    const { connection } = held;
    const behind = stuck.get(connection);
    if (behind) behind.push(held);
    else waiting.push(connection, held);
    connection.pause();
    plan();
  }

  function plan(): void {
    if (isPlanned || (waiting.size === 0 && stuck.size === 0)) return;
    isPlanned = true;
    setTimeout(work, waiting.size > 0 ? restMs : lookAgainMs);
  }

  function work(): void {
    isPlanned = false;
    freeStuck();
    const until = performance.now() + sliceMs;
    do {
      const held = waiting.shift();
      if (!held) break;
      handle(held);
    } while (performance.now() < until);
    plan();
  }

  function handle(held: Held): void {
    const { connection, pass } = held;
    const isOpen = connection.readyState === WebSocket.OPEN;
    if (isOpen && connection.bufferedAmount > mostUnsentBytes) {
      stuck.set(connection, [held, ...waiting.removeAll(connection)]);
      return;
    }
    if (isOpen) pass();
    else waiting.removeAll(connection);
    if (!isHeld(connection)) connection.resume();
  }

  function freeStuck(): void {
    for (const [connection, all] of stuck) {
      if (connection.readyState === WebSocket.OPEN && connection.bufferedAmount > mostUnsentBytes) continue;
      stuck.delete(connection);
      for (const held of all) waiting.push(connection, held);
    }
  }

  const Connection = createConnection(isHeld, hold);
  return class FairWebSocketServer extends WebSocketServer<typeof Connection> {
    constructor(options: ServerOptions<typeof Connection>) {
      super({ ...options, WebSocket: Connection });
    }
  };
}

/** The connections of a server, which hand on their messages while they have credit. */
function createConnection(isHeld: (connection: WebSocket) => boolean, hold: (held: Held) => void) {
  return class Connection extends WebSocket {
    #credit = mostCredit;
    #countedAt = performance.now();

    override emit(event: string | symbol, ...parts: unknown[]): boolean {
      const pass = () => super.emit(event, ...parts);
      if (event !== 'message' || (!isHeld(this) && this.#hasCredit())) return pass();
      hold({ connection: this, pass });
      return true;
    }

    #hasCredit(): boolean {
      const now = performance.now();
      this.#credit = Math.min(mostCredit, this.#credit + ((now - this.#countedAt) * creditsASecond) / 1_000);
      this.#countedAt = now;
      if (this.#credit < 1) return false;
      this.#credit -= 1;
      return true;
    }
  };
}
