import type { RawWebSocket } from '../../support/raw/raw-web-socket.ts';
import { opcodes, openRawWebSocket } from '../../support/raw/raw-web-socket.ts';

/**
 * The client side of price-frames.bench.ts, in a process of its own so that the measured CPU time is only the server's.
 * Reads price updates on many bare connections. Each contains the time at which it was made; its age is recorded once
 * it has arrived completely.
 */

export interface ReadersOrder {
  port: number;
  path: string;
  sockets: number;
}

export interface ReadFigures {
  messages: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the readers in microseconds. */
  cpuMicroseconds: number;
  /** Connections that the server closed. */
  lost: number;
}

export type ReadersMessage = { kind: 'connected' } | ({ kind: 'read' } & ReadFigures);

const clockMark = Buffer.from('"CLOCK":{"buy":');
/** Engine.IO's own ping. The server disconnects a client that does not answer. */
const enginePing = Buffer.from('2');
const mostMessages = 1_000_000;

let reading = false;
let ages = new Float64Array(0);
let read = 0;
let lost = 0;
let cpuBefore = process.cpuUsage();

function recordAge(content: Buffer): void {
  const at = content.indexOf(clockMark);
  if (at < 0 || read === ages.length) return;
  const sentAt = Number.parseFloat(content.toString('latin1', at + clockMark.length, at + clockMark.length + 20));
  ages[read++] = performance.timeOrigin + performance.now() - sentAt;
}

/** Resolves with the first price update. */
function connect({ port, path }: ReadersOrder): Promise<void> {
  return new Promise((connected, fail) => {
    let isConnected = false;
    const socket: RawWebSocket = openRawWebSocket({ port, path }, (opcode, content) => {
      if (opcode === opcodes.ping) socket.send('pong', content);
      if (opcode !== opcodes.text) return;
      if (content.equals(enginePing)) socket.send('text', Buffer.from('3'));
      if (reading) recordAge(content);
      if (reading || isConnected) return;
      const text = content.toString();
      // Answers Engine.IO's open packet by joining the namespace. The bare server sends no such packet and has no
      // namespace.
      if (text.startsWith('0')) socket.send('text', Buffer.from('40/prices,'));
      if (!text.startsWith('42')) return;
      isConnected = true;
      connected();
    });
    socket.connection.once('error', fail).once('close', () => lost++);
  });
}

/** Connects in waves, because five thousand simultaneous handshakes overflow the listen backlog. */
async function connectAll(order: ReadersOrder): Promise<void> {
  const wave = 50;
  for (let left = order.sockets; left > 0; left -= wave) {
    await Promise.all(Array.from({ length: Math.min(wave, left) }, () => connect(order)));
  }
}

function say(message: ReadersMessage): void {
  process.send?.(message);
}

function report(): void {
  reading = false;
  const { user, system } = process.cpuUsage(cpuBefore);
  const sorted = ages.slice(0, read).sort();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  say({ kind: 'read', messages: read, p50Ms: at(0.5), p99Ms: at(0.99), cpuMicroseconds: user + system, lost });
}

process.on('message', (order: ReadersOrder | 'read' | 'stop' | 'leave') => {
  if (order === 'read') {
    ages = new Float64Array(mostMessages);
    read = 0;
    cpuBefore = process.cpuUsage();
    reading = true;
  } else if (order === 'stop') report();
  else if (order === 'leave') process.exit(0);
  else {
    connectAll(order).then(
      () => say({ kind: 'connected' }),
      () => process.exit(1),
    );
  }
});
