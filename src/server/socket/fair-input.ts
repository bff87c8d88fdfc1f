import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'socket.io';
import type { ServerOptions } from 'ws';
import { WebSocket, WebSocketServer } from 'ws';
import { createTurns } from '../throttle/turns.ts';
import { rawConnection } from './raw-connection.ts';

/**
 * Messages that are handled at once. A page connects, loads its data and trades by hand with fewer; beyond that a
 * connection waits for its turn.
 */
const mostCredit = 64;
const creditsASecond = 20;
/** How long the server works on waiting messages at a time, and how long it does other work in between. */
const sliceMs = 0.1;
const restMs = 2;
/** A connection with more unsent bytes than this is not read until its answers have left. */
const mostUnsentBytes = 64 * 1024;
const pollAgainMs = 20;
/** A connection with this many waiting messages is paused. */
const pausedAt = 64;
/**
 * Messages that the kernel has already delivered still arrive after the pause: 64 kB, or 1,300 of the shortest emits.
 * More than this are no emits, and the connection is terminated.
 */
const mostHeld = 2_000;

/**
 * A ping of Engine.IO, and the pong that answers it. The server sends one every few seconds and closes a connection
 * that does not answer.
 */
const ping = '2';
const pong = Buffer.from('3');

/**
 * A WebSocket server for Socket.IO that accepts no more from a flood than there is time for. If a connection sends more
 * than its credit, its messages wait, and it is eventually paused. Waiting messages get a small share of the time,
 * round-robin by owner, so that none is lost and those of others come through at once. `ownerOf` names the owner of a
 * connection before its customer is known.
 */
export function createFairInput(ownerOf: (request: IncomingMessage) => string) {
  /** A connection with waiting messages is in exactly one of these two. */
  const waiting = createTurns<string, FairConnection>();
  /** Connections whose answers have to leave first. */
  const stuck = new Set<FairConnection>();
  let isPlanned = false;

  function wait(connection: FairConnection): void {
    waiting.push(connection.owner, connection);
    plan();
  }

  function plan(): void {
    if (isPlanned || (waiting.size === 0 && stuck.size === 0)) return;
    isPlanned = true;
    setTimeout(work, waiting.size > 0 ? restMs : pollAgainMs);
  }

  function work(): void {
    isPlanned = false;
    for (const connection of stuck) {
      if (!connection.hasUnsent && stuck.delete(connection)) waiting.push(connection.owner, connection);
    }
    const until = performance.now() + sliceMs;
    do {
      const connection = waiting.shift();
      if (!connection) break;
      if (connection.hasUnsent) stuck.add(connection);
      else if (connection.passFirst()) waiting.push(connection.owner, connection);
    } while (performance.now() < until);
    plan();
  }

  return class FairWebSocketServer extends WebSocketServer<typeof FairConnection> {
    constructor(options: ServerOptions<typeof FairConnection>) {
      super({ ...options, WebSocket: FairConnection });
    }

    override handleUpgrade(
      request: IncomingMessage,
      stream: Duplex,
      head: Buffer,
      done: (connection: FairConnection, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, stream, head, (connection) => {
        connection.owner = ownerOf(request);
        connection.wait = wait;
        done(connection, request);
      });
    }
  };
}

/** From now on the socket's connection uses the turns of this owner, also after an upgrade to a WebSocket. */
export function ownInput(socket: Socket, owner: string): void {
  const own = () => {
    const webSocket: unknown = rawConnection(socket)?.webSocket;
    if (webSocket instanceof FairConnection) webSocket.owner = owner;
  };
  own();
  socket.conn.on('upgrade', own);
}

type Sent = Parameters<WebSocket['send']>;

/** Passes messages on while it has credit; the others when `passFirst` is called. */
class FairConnection extends WebSocket {
  /** The owner whose turns it uses, and the function that requests one. Both are set before anything is read. */
  owner = '';
  wait: (connection: FairConnection) => void = () => undefined;
  #credit = mostCredit;
  #countedAt = performance.now();
  #held: (() => void)[] = [];
  /** Whether Engine.IO waits for an answer to its ping. */
  #isPinged = false;

  /** Whether answers wait for the client to read them. */
  get hasUnsent(): boolean {
    return this.readyState === WebSocket.OPEN && this.bufferedAmount > mostUnsentBytes;
  }

  override send(data: Sent[0], options?: Sent[1] | Sent[2], done?: Sent[2]): void {
    if (data === ping) this.#isPinged = true;
    if (typeof options === 'object') super.send(data, options, done);
    else super.send(data, options);
  }

  override emit(event: string | symbol, ...parts: unknown[]): boolean {
    const pass = () => super.emit(event, ...parts);
    if (event !== 'message') return pass();
    if (isPong(parts[0]) && this.#answerPing()) return true;
    if (this.#held.length === 0 && this.#hasCredit()) return pass();
    this.#hold(pass);
    return true;
  }

  /** Passes on the first waiting message. Returns whether there are more. */
  passFirst(): boolean {
    if (this.readyState !== WebSocket.OPEN) this.#held = [];
    // Its pong may be behind everything else that it has sent, but that shows just as well that it is alive.
    else this.#answerPing();
    this.#held.shift()?.();
    if (this.#held.length > 0) return true;
    if (this.isPaused) this.resume();
    return false;
  }

  #hold(pass: () => void): void {
    if (this.readyState !== WebSocket.OPEN) return;
    this.#held.push(pass);
    if (this.#held.length === 1) this.wait(this);
    if (this.#held.length > mostHeld) this.terminate();
    else if (this.#held.length >= pausedAt && !this.isPaused) this.pause();
  }

  #answerPing(): boolean {
    if (!this.#isPinged) return false;
    this.#isPinged = false;
    return super.emit('message', pong, false);
  }

  #hasCredit(): boolean {
    const now = performance.now();
    this.#credit = Math.min(mostCredit, this.#credit + ((now - this.#countedAt) * creditsASecond) / 1_000);
    this.#countedAt = now;
    if (this.#credit < 1) return false;
    this.#credit -= 1;
    return true;
  }
}

const isPong = (data: unknown) => Buffer.isBuffer(data) && data.equals(pong);
