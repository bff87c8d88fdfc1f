import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'socket.io';
import type { ServerOptions } from 'ws';
import { WebSocket, WebSocketServer } from 'ws';
import { createTurns } from '../throttle/turns.ts';
import { rawConnection } from './raw-connection.ts';

/**
 * Messages that a connection may send without waiting. A page needs fewer to connect, load its data and trade by hand;
 * past this credit, messages wait for their turn.
 */
const mostCredit = 64;
const creditsPerSecond = 20;
/** The server handles waiting messages for `sliceMs` at a time, with `restMs` for other work in between. */
const sliceMs = 0.1;
const restMs = 2;
/** If a connection has more unsent bytes than this, its messages wait until the client has read its answers. */
const mostUnsentBytes = 64 * 1024;
const pollAgainMs = 20;
/** A connection with this many waiting messages is no longer read. */
const pausedAt = 64;
/**
 * After the pause, messages that the kernel has already delivered still arrive: 64 kB, which is 1,300 of the shortest
 * emits. More waiting messages than this limit cannot be emits, so the connection is terminated.
 */
const mostHeld = 2_000;

/**
 * Engine.IO's ping, which the server sends every few seconds, and the client's pong. A connection that does not answer
 * is closed.
 */
const ping = '2';
const pong = Buffer.from('3');

/**
 * Creates a WebSocket server for Socket.IO that a flood cannot overload. If a connection sends more than its credit,
 * its messages wait, and eventually it is no longer read. Waiting messages are handled in a small share of the time,
 * round-robin by owner: no message is lost, and messages of other owners are handled at once. `ownerOf` names the owner
 * of a connection until its customer is known.
 */
export function createFairInput(ownerOf: (request: IncomingMessage) => string) {
  /**
   * Connections whose waiting messages may be handled. A connection with waiting messages is either here or in `stuck`.
   */
  const waiting = createTurns<string, FairConnection>();
  /** Connections whose clients have to read their answers first. */
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

/** Makes the socket's connection take its turns under this owner from now on, also after an upgrade to a WebSocket. */
export function ownInput(socket: Socket, owner: string): void {
  const own = () => {
    const webSocket: unknown = rawConnection(socket)?.webSocket;
    if (webSocket instanceof FairConnection) webSocket.owner = owner;
  };
  own();
  socket.conn.on('upgrade', own);
}

type Sent = Parameters<WebSocket['send']>;

/** Passes messages on while it has credit. Holds the others, and passes one on at each call of `passFirst`. */
class FairConnection extends WebSocket {
  /**
   * The owner under which the connection takes its turns. Set before anything is read, like `wait`, which asks for a
   * turn.
   */
  owner = '';
  wait: (connection: FairConnection) => void = () => undefined;
  #credit = mostCredit;
  #countedAt = performance.now();
  #held: (() => void)[] = [];
  /** Whether Engine.IO waits for a pong. */
  #isPinged = false;

  /** Whether too many answers wait for the client to read them. */
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
    // The client's pong may be queued behind its other messages, but these show just as well that it is alive.
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
    this.#credit = Math.min(mostCredit, this.#credit + ((now - this.#countedAt) * creditsPerSecond) / 1_000);
    this.#countedAt = now;
    if (this.#credit < 1) return false;
    this.#credit -= 1;
    return true;
  }
}

const isPong = (data: unknown) => Buffer.isBuffer(data) && data.equals(pong);
