import type { RawWebSocket } from '../../support/raw/raw-web-socket.ts';
import { opcodes, openRawWebSocket } from '../../support/raw/raw-web-socket.ts';

/**
 * Browsers that lost their server and all reconnect at once, for reconnect.bench.ts: bare price sockets that retry like
 * the product's own stores. They run in processes of their own, so that the server has its core to itself.
 */

export interface ReturnOrder {
  port: number;
  sockets: number;
}

export interface ReturnFigures {
  /** For each socket, milliseconds from the common start until its first prices, in ascending order. */
  backMs: number[];
  /** Attempts that the server did not answer in time, or broke off. */
  failedTries: number;
  /** Sockets that were disconnected again later. */
  lost: number;
}

/** The values of src/stores/connection.ts. */
const [firstDelayMs, longestDelayMs, jitter, tryTimeoutMs] = [1_000, 10_000, 0.8, 8_000];
const path = '/socket.io/?EIO=4&transport=websocket';
const enginePing = Buffer.from('2');

let startedAt = 0;
let order: ReturnOrder | undefined;
const figures: ReturnFigures = { backMs: [], failedTries: 0, lost: 0 };

function comeBack(port: number, tries = 0): void {
  let isBack = false;
  let isOver = false;
  const socket: RawWebSocket = openRawWebSocket({ port, path }, (opcode, content) => {
    if (opcode === opcodes.ping) socket.send('pong', content);
    if (opcode !== opcodes.text) return;
    if (content.equals(enginePing)) socket.send('text', Buffer.from('3'));
    if (isBack) return;
    const kind = content.toString('latin1', 0, 2);
    // `0` is Engine.IO's open packet, `42` the first event of the namespace.
    if (kind.startsWith('0')) socket.send('text', Buffer.from('40/prices,'));
    if (kind !== '42') return;
    isBack = true;
    clearTimeout(timer);
    figures.backMs.push(performance.now() - startedAt);
    if (figures.backMs.length === order?.sockets) process.send?.(figures);
  });
  const fail = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    socket.connection.destroy();
    if (isBack) {
      figures.lost += 1;
      return;
    }
    figures.failedTries += 1;
    const delayMs = Math.min(firstDelayMs * 2 ** tries, longestDelayMs);
    setTimeout(() => comeBack(port, tries + 1), delayMs * (1 + jitter * (2 * Math.random() - 1)));
  };
  const timer = setTimeout(fail, tryTimeoutMs);
  socket.connection.on('error', fail).on('close', fail);
}

process.on('message', (message: ReturnOrder | 'leave') => {
  if (message === 'leave') process.exit(0);
  order = message;
  startedAt = performance.now();
  for (let left = message.sockets; left > 0; left -= 1) comeBack(message.port);
});
